// What Python holds of a game of Spider and its kin.
#pragma once

#include <nanobind/nanobind.h>

#include "patience/bind_types.hpp"

namespace winnable {

using PySpider = PyEngine<Spider>;
using PySpiderPosition = PyEnginePosition<Spider>;

void bind_spider(nanobind::module_& m);
void bind_spider_play(nanobind::module_& m);
void bind_spider_open(nanobind::module_& m);

}  // namespace winnable
