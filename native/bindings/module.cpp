#include <nanobind/nanobind.h>

#include "bindings/interrupt.hpp"
#include "bindings/search_types.hpp"
#include "pairing/bind_types.hpp"
#include "patience/bind_types.hpp"
#include "spider/bind_types.hpp"
#include "undead/bind_types.hpp"

NB_MODULE(_core, m) {
  // Objects that somebody still holds when Python ends are no leak.
  nanobind::set_leak_warnings(false);
  m.doc() = "The native core of winnable.";
  winnable::bind_cancel_token(m);
  winnable::bind_patience(m);
  winnable::bind_spider(m);
  winnable::bind_spider_play(m);
  winnable::bind_spider_open(m);
  winnable::bind_pairing(m);
  winnable::bind_pairing_solvers(m);
  winnable::bind_undead(m);
  winnable::bind_undead_solvers(m);
  winnable::bind_undead_explain(m);
  winnable::bind_undead_generate(m);
  winnable::bind_undead_grade(m);
  winnable::bind_search(m);
  winnable::bind_patience_search(m);
  winnable::bind_pairing_search(m);
  winnable::bind_undead_methods(m);
  winnable::bind_patience_solvers(m);
  winnable::bind_patience_player(m);
}
