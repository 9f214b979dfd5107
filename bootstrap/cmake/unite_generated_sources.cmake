# Compile the generated C++ sources of the interface package in batches, which takes a third less time:
# most of it goes into headers that they share. Included by set-up through CMAKE_PROJECT_INCLUDE.
# The introspection library is left alone: its sources specialise templates that others have instantiated.
if(CMAKE_VERSION VERSION_LESS 3.19)
  return()
endif()

function(eyehand_unite)
  get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    if(target MATCHES "__rosidl_typesupport_(cpp|fastrtps_cpp|fastrtps_c)$")
      set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
    endif()
  endforeach()
endfunction()
cmake_language(DEFER CALL eyehand_unite)
