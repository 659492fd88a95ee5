# Finds the XGBoost library and its C interface: target XGBoost::XGBoost, variable XGBoost_VERSION.
#
# Not the package file that XGBoost installs: Debian's names a program of another package and fails
# without it.
find_path(XGBoost_INCLUDE_DIR xgboost/c_api.h)
find_library(XGBoost_LIBRARY xgboost)
mark_as_advanced(XGBoost_INCLUDE_DIR XGBoost_LIBRARY)

if(XGBoost_INCLUDE_DIR AND EXISTS ${XGBoost_INCLUDE_DIR}/xgboost/version_config.h)
  file(STRINGS ${XGBoost_INCLUDE_DIR}/xgboost/version_config.h XGBoost_VERSION
       REGEX "define XGBOOST_VER_(MAJOR|MINOR|PATCH)")
  string(REGEX REPLACE "[^0-9;]" "" XGBoost_VERSION "${XGBoost_VERSION}")
  list(JOIN XGBoost_VERSION "." XGBoost_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(XGBoost
  REQUIRED_VARS XGBoost_LIBRARY XGBoost_INCLUDE_DIR
  VERSION_VAR XGBoost_VERSION)

if(XGBoost_FOUND AND NOT TARGET XGBoost::XGBoost)
  add_library(XGBoost::XGBoost UNKNOWN IMPORTED)
  set_target_properties(XGBoost::XGBoost PROPERTIES
    IMPORTED_LOCATION ${XGBoost_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${XGBoost_INCLUDE_DIR})
endif()
