/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Which engine (curve x backend) this translation unit belongs to.
 *
 * Everything above the generated field is one hand-written copy, compiled once per engine; the include path alone
 * decides for which (it finds one engine_id.h). NS() gives every function with external linkage the engine's own
 * symbol, so all engines fit into one library and no symbol lacks the lsm_ prefix. A header renames its functions in
 * one block at its top (#define fp_mul NS(fp_mul)); the code then uses the short names.
 */
#ifndef LSM_CORE_NS_H
#define LSM_CORE_NS_H

#include "engine_id.h"

/* The second level exists so that LSM_CURVE and LSM_ENGINE are expanded before they are pasted. */
#define LSM_NS_PASTE(curve, engine, name) lsm_##curve##_##engine##_##name
#define LSM_NS_EXPAND(curve, engine, name) LSM_NS_PASTE(curve, engine, name)
#define NS(name) LSM_NS_EXPAND(LSM_CURVE, LSM_ENGINE, name)

#endif
