import type { Condition } from './condition.ts'
import { earsAndAirways } from './ears-and-airways.ts'
import { heartAndDigestion } from './heart-and-digestion.ts'
import { kidneysAndSkin } from './kidneys-and-skin.ts'
import { mindAndNerves } from './mind-and-nerves.ts'
import { musculoskeletal } from './musculoskeletal.ts'

export const conditions: readonly Condition[] = [
  ...musculoskeletal,
  ...mindAndNerves,
  ...earsAndAirways,
  ...heartAndDigestion,
  ...kidneysAndSkin,
]
