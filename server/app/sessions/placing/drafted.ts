import type { Profile } from '@portico/contract/profile'
import type { ListSight } from '../../../projections/session-lists.ts'
import type { PlanItem } from '../../../store/session-plans.ts'
import type { OutsideCalendar } from '../calendars/outside.ts'
import type { Unasked } from './slots.ts'

/** When a plan is made, by which words and rules, for whom, and the calendar that is bound. */
export type Planning = {
  sight: ListSight
  now: Date
  profile: Profile
  outside: OutsideCalendar | undefined
}

/** A plan before it is kept. */
export type Drafted = { items: PlanItem[]; isBest: boolean; unasked?: Unasked | undefined }
