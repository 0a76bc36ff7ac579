import type { Condition } from './condition.ts'
import { mindAndNerves } from './mind-and-nerves.ts'
import { musculoskeletal } from './musculoskeletal.ts'
import { organs } from './organs.ts'

export const conditions: readonly Condition[] = [...musculoskeletal, ...mindAndNerves, ...organs]
