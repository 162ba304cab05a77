"""Type-checks a checkout of Halyard for Apple platforms with a Swift toolchain for Linux."""
