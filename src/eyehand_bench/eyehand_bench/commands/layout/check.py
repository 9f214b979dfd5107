"""``eyehand layout check``: the rules against a reading of the picture, and a page for people."""

from __future__ import annotations

import argparse
import json

from eyehand_core.seed_range import LARGEST_SEED

from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser, whole_number, writable_folder
from eyehand_bench.cli.console import Console
from eyehand_bench.commands.layout.group import LAYOUT_COMMANDS, add_selection, selected_tasks

_REVIEW_SHARE = 0.05
_WANTED = 0.98


class CheckCommand:
    """Compare rules and pictures on many scenes."""

    summary = "compare the rules with a reading of the picture on many scenes"

    def add_arguments(self, parser: Parser) -> None:
        """Declare how many scenes, and where the pages go."""
        add_selection(parser)
        parser.add_argument(
            "--scenes",
            type=whole_number(1, 1_000_000),
            default=1000,
            metavar="N",
            help="scenes to compare; default 1000",
        )
        parser.add_argument(
            "--seed",
            type=whole_number(0, LARGEST_SEED),
            default=1,
            metavar="N",
            help="number that the scenes are drawn with; default 1",
        )
        parser.add_argument(
            "--out",
            type=writable_folder,
            metavar="DIR",
            help="folder for disagreements and for a sample to be reviewed by people",
        )

    def execute(self, arguments: argparse.Namespace) -> int:
        """Print the agreement; fail below 98 %."""
        from eyehand_core.intervals import Share
        from eyehand_world.layout_render.rule import RuleRenderer
        from eyehand_world.layout_vision.agreement import second_opinion
        from eyehand_world.layout_vision.sample import sampled_scenes

        from eyehand_bench.symbolic.review_page import review_page, review_sample
        from eyehand_bench.symbolic.tables import value_words

        tasks, renderer = selected_tasks(arguments), RuleRenderer()
        console = Console(quiet=arguments.quiet)
        opinions = []
        for sampled in sampled_scenes(tasks, arguments.scenes, arguments.seed):
            opinions.append(second_opinion(sampled.task, sampled.start, sampled.scene, renderer))
            console.status(f"{len(opinions)}/{arguments.scenes} scenes")
        console.close()
        findings = [
            rule.holds == seen.holds
            for o in opinions
            for rule, seen, judged in zip(o.rule, o.seen, o.judged, strict=True)
            if judged
        ]
        scenes = Share(count=sum(o.agrees for o in opinions), total=len(opinions))
        terms = Share(count=sum(findings), total=len(findings))
        told = Share(count=len(findings), total=sum(len(o.judged) for o in opinions))
        if arguments.out:
            arguments.out.mkdir(parents=True, exist_ok=True)
            differing = [o for o in opinions if not o.agrees]
            pages = {"disagreements": differing, "review": review_sample(opinions, _REVIEW_SHARE)}
            for name, chosen in pages.items():
                page = review_page(chosen, f"{name}: {len(chosen)} of {len(opinions)} scenes")
                (arguments.out / f"{name}.html").write_text(page, encoding="utf-8")
        rows = {"scenes that agree": scenes, "findings that agree": terms, "findings told": told}
        if arguments.json:
            differing_terms = [[o.task, list(o.disagreements)] for o in opinions if not o.agrees]
            values = {name: [share.count, share.total] for name, share in rows.items()}
            print(json.dumps({**values, "disagreements": differing_terms}))
        else:
            print("\n".join(f"{name:<20} {value_words(share)}" for name, share in rows.items()))
        enough = scenes.count >= _WANTED * scenes.total
        return exit_status.JUDGED if enough else exit_status.INVALID


LAYOUT_COMMANDS.add("check", CheckCommand())
