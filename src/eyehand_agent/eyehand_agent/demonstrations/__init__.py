"""What a model learns from watching an expert: frames, the gate, and the summary it writes."""
