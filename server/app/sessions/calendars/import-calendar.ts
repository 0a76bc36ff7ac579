import { randomBytes } from 'node:crypto'
import type { CalendarImport, CalendarImported } from '@portico/contract/scheduling'
import type { Participant } from '@portico/contract/sessions'
import { newId } from '../../../core/kernel/ids.ts'
import type { ReadEvent } from '../../../core/session/read-calendar.ts'
import { refuseUnknownTimeZone } from '../../../core/time/zone-names.ts'
import { askToFlag } from '../../../store/ask-to-flag.ts'
import {
  countEntries,
  knownUids,
  lockCalendar,
  rememberRemoved,
  replaceImported,
} from '../../../store/calendars.ts'
import type { Database, Queryable } from '../../../store/db.ts'
import { answerOnce } from '../../engine/answer-once.ts'
import type { Request } from '../../engine/execute.ts'
import { mostEntries, tooManyEntries } from './calendar-limit.ts'
import { parseCalendar } from './parse-calendar.ts'

const ofInstances =
  'It changes single instances of an event whose other times are busy as before: import the whole event.'

/** Takes in a calendar file: what a participant is busy with, newer events in the place of older ones. */
export const createImportCalendar =
  ({
    db,
    known,
  }: {
    db: Database
    known: (tx: Queryable, participant: Participant) => Promise<Participant>
  }) =>
  async (request: Request, given: CalendarImport): Promise<CalendarImported> => {
    refuseUnknownTimeZone(given.timeZone)
    const read = await parseCalendar(given.calendar, { timeZone: given.timeZone, at: request.at })
    return answerOnce(db, request, async (tx) => {
      const participant = await known(tx, given.participant)
      await lockCalendar(tx, participant.id)
      const before = await knownUids(tx, participant.id)
      // A message about one instance does not say when the others are.
      const isAlone = ({ uid, isOfInstances }: ReadEvent) =>
        isOfInstances !== undefined && before.get(uid)?.repeats === true
      const alone = read.events.filter(isAlone).map((event) => ({ ...event, unclear: ofInstances }))
      const events = read.events.filter((event) => !isAlone(event))
      const news = events.filter(({ uid, sequence, busy }) => {
        const had = before.get(uid)
        return had === undefined || had.isGone
          ? busy.length > 0 && sequence >= (had?.sequence ?? 0)
          : sequence >= had.sequence
      })
      const entries = [...news, ...alone].flatMap(({ uid, sequence, busy, why, unclear }) =>
        busy.map((one) => ({
          id: newId('cal', request.at, randomBytes(10)),
          ...{ uid, sequence, busy: one, why, unclear },
        })),
      )
      const uids = news.map(({ uid }) => uid)
      await replaceImported(tx, participant, { uids, entries, at: request.at, by: request.actor.name })
      if ((await countEntries(tx, participant.id)) > mostEntries) throw tooManyEntries()
      await askToFlag(tx, participant.id)
      const removed = news.filter(({ busy }) => busy.length === 0)
      await rememberRemoved(tx, participant.id, removed)
      const added = news.filter(({ uid }) => before.get(uid)?.isGone !== false).length
      const replaced = news.length - added - removed.length
      const unchanged = events.length - news.length
      const takenAsBusy = [...events, ...alone].flatMap(({ uid, why: summary, unclear: why }) =>
        why === undefined ? [] : [{ uid, ...(summary === undefined ? {} : { summary }), why }],
      )
      const { leftOut } = read
      return { added, replaced, removed: removed.length, unchanged, takenAsBusy, leftOut }
    })
  }
