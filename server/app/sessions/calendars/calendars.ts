import { randomBytes } from 'node:crypto'
import type { Blackout, CalendarEntry, NewBlackout, NewCalendarEntry } from '@portico/contract/scheduling'
import type { Participant } from '@portico/contract/sessions'
import { Refusal } from '../../../core/kernel/decider.ts'
import { newId } from '../../../core/kernel/ids.ts'
import { faultOfRecurring } from '../../../core/time/recurrence.ts'
import { refuseUnknownTimeZone } from '../../../core/time/zone-names.ts'
import { askToFlag } from '../../../store/ask-to-flag.ts'
import {
  addBlackout,
  countEntries,
  findEntry,
  keepEntry,
  listBlackouts,
  listEntries,
  lockCalendar,
  removeBlackout,
  removeEntry,
} from '../../../store/calendars.ts'
import type { Database, Queryable } from '../../../store/db.ts'
import { answerOnce } from '../../engine/answer-once.ts'
import type { ProfileFor, Request } from '../../engine/execute.ts'
import { mostEntries, tooManyEntries } from './calendar-limit.ts'
import { createImportCalendar } from './import-calendar.ts'
import { nameParticipants } from './participants.ts'

export type Calendars = ReturnType<typeof openCalendars>

/** When those who take part in sessions can, and when nothing may be placed, as people have written it down. */
export function openCalendars({ db, profileFor }: { db: Database; profileFor: ProfileFor }) {
  const known = async (tx: Queryable, participant: Participant): Promise<Participant> => {
    const [found = participant] = await nameParticipants(tx, [participant], await profileFor(tx))
    return { kind: found.kind, id: found.id }
  }

  /** An imported rule may go on without an end, and still does where something else of its entry is changed. */
  const checked = async (
    tx: Queryable,
    given: NewCalendarEntry,
    before?: CalendarEntry,
  ): Promise<NewCalendarEntry> => {
    refuseUnknownTimeZone(given.timeZone)
    const isKept = before?.uid !== undefined && before.repeats === given.repeats
    const fault = faultOfRecurring(isKept ? { ...given, repeats: undefined } : given)
    if (fault !== undefined) throw new Refusal('invalid', fault)
    return { ...given, participant: await known(tx, given.participant) }
  }

  const entry = async (tx: Queryable, id: string): Promise<CalendarEntry> => {
    const found = await findEntry(tx, id)
    if (!found) throw new Refusal('notFound', 'There is no calendar entry with this id.')
    return found
  }

  return {
    async entries(participant: Participant): Promise<CalendarEntry[]> {
      const { kind, id } = await known(db, participant)
      return (await listEntries(db, [id])).filter((one) => one.participant.kind === kind)
    },

    add: (request: Request, given: NewCalendarEntry): Promise<CalendarEntry> =>
      answerOnce(db, request, async (tx) => {
        const checkedEntry = await checked(tx, given)
        await lockCalendar(tx, checkedEntry.participant.id)
        if ((await countEntries(tx, checkedEntry.participant.id)) >= mostEntries) throw tooManyEntries()
        const id = newId('cal', request.at, randomBytes(10))
        await keepEntry(tx, id, checkedEntry, { at: request.at, by: request.actor.name })
        await askToFlag(tx, checkedEntry.participant.id)
        return entry(tx, id)
      }),

    import: createImportCalendar({ db, known }),

    change: (request: Request, id: string, given: NewCalendarEntry): Promise<CalendarEntry> =>
      db.transaction(async (tx) => {
        const before = await entry(tx, id)
        await keepEntry(tx, id, await checked(tx, given, before), { at: request.at, by: request.actor.name })
        const after = await entry(tx, id)
        await askToFlag(tx, before.participant.id)
        await askToFlag(tx, after.participant.id)
        return after
      }),

    remove: (id: string): Promise<void> =>
      db.transaction(async (tx) => {
        const { participant } = await entry(tx, id)
        await removeEntry(tx, id)
        await askToFlag(tx, participant.id)
      }),

    blackouts: (within: { from?: string; to?: string }): Promise<Blackout[]> => listBlackouts(db, within),

    addBlackout: (request: Request, given: NewBlackout): Promise<Blackout> =>
      answerOnce(db, request, async (tx) => {
        if (given.to !== undefined && given.to < given.from)
          throw new Refusal('invalid', 'to must not be before from.')
        const participant = given.participant && (await known(tx, given.participant))
        const id = newId('out', request.at, randomBytes(10))
        const added = { ...given, ...(participant ? { participant } : {}) }
        await addBlackout(tx, id, added, { at: request.at, by: request.actor.name })
        await askToFlag(tx, participant?.id)
        const found = (await listBlackouts(tx, given)).find((one) => one.id === id)
        return found as Blackout
      }),

    removeBlackout: (id: string): Promise<void> =>
      db.transaction(async (tx) => {
        if (!(await removeBlackout(tx, id)))
          throw new Refusal('notFound', 'There is no blackout with this id.')
        await askToFlag(tx)
      }),
  }
}
