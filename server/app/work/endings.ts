import type { Ending } from '@portico/contract/endings'
import type { Profile } from '@portico/contract/profile'
import type { SessionKind, Slot } from '@portico/contract/sessions'
import { endedBy, endingOf, type Named, refuseUnseen } from '../../core/endings.ts'
import type { Recorded } from '../../core/kernel/decider.ts'
import { listIssues } from '../../projections/issues.ts'
import { listTasks } from '../../projections/list-tasks.ts'
import type { Queryable } from '../../store/db.ts'
import type { Confirm, Request } from '../engine/execute.ts'

/** Lets a command end only what its sender has seen. */
export function endsOnly(seen: string | undefined, named: Named): Confirm {
  return async (events, around) => {
    if (named.isFact && events[0]?.actor.kind !== 'person') return
    refuseUnseen(await endingWith(events, { ...around, named }), seen)
  }
}

/** What a command would end. It is decided with all that follows, and nothing of it is written. */
export async function previewEnding(
  request: Request,
  named: Named,
  send: (request: Request) => Promise<unknown>,
): Promise<Ending> {
  const { idempotency: _, ...asked } = request
  const confirm: Confirm = async (events, around) => {
    throw new Previewed(await endingWith(events, { ...around, named }))
  }
  try {
    await send({ ...asked, confirm })
  } catch (error) {
    if (error instanceof Previewed) return error.ending
    throw error
  }
  throw new Error('a preview was not asked')
}

class Previewed extends Error {
  readonly ending: Ending

  constructor(ending: Ending) {
    super('nothing is written for a preview')
    this.ending = ending
  }
}

type Around = { caseId: string; tx: Queryable; profile: Profile; at: Date; named: Named }

/** Reads of the case only what may end. */
async function endingWith(events: readonly Recorded[], around: Around): Promise<Ending> {
  const { caseId, tx, profile, at, named } = around
  const ended = endedBy(events, named.ids)
  const { closes } = ended
  const [tasks, issues, sessions, letters, holds] = await Promise.all([
    ended.tasks.length > 0 ? listTasks(tx, caseId) : [],
    closes || ended.issues.length > 0 ? listIssues(tx, caseId) : { issues: [], past: [] },
    ended.sessions.length > 0 ? sessionsOf(tx, caseId) : [],
    closes ? unsentLetters(tx, caseId, profile) : [],
    closes ? holdsOf(tx, caseId, at) : [],
  ])
  return endingOf(ended, { tasks, ...issues, sessions, letters, holds }, { profile, named })
}
async function sessionsOf(tx: Queryable, caseId: string): Promise<Ending['sessions']> {
  const rows = await tx.rows<{ id: string; kind: SessionKind; slot: Slot | null; has_conference: boolean }>(
    `select s.session_id as id, s.kind, s.slot, exists (
       select from session_conferences c where c.case_id = s.case_id and c.session_id = s.session_id
         and c.created_sequence > coalesce(c.ended_sequence, 0)) as has_conference
     from sessions s where s.case_id = $1 order by s.session_id`,
    [caseId],
  )
  return rows.map(({ id, kind, slot, has_conference: hasConference }) => {
    return { id, kind, ...(slot ? { startsAt: slot.startsAt } : {}), hasConference }
  })
}

/** Those that the profile does not send on a closed case. */
async function unsentLetters(tx: Queryable, caseId: string, profile: Profile): Promise<Ending['letters']> {
  const held = profile.letters.filter(({ suppressWhen }) => suppressWhen?.includes('caseClosed'))
  if (held.length === 0) return []
  const rows = await tx.rows<{ id: string; letter: string }>(
    `select letter_id as id, letter from letters
     where case_id = $1 and status = 'owed' and letter = any($2) order by letter_id`,
    [caseId, held.map(({ name }) => name)],
  )
  return rows.map(({ id, letter }) => {
    return { id, letter, label: held.find(({ name }) => name === letter)?.label ?? letter }
  })
}

async function holdsOf(tx: Queryable, caseId: string, at: Date): Promise<Ending['holds']> {
  const rows = await tx.rows<{ id: string; slot: Slot }>(
    `select id, slot from holds where case_id = $1 and expires_at > $2 order by id`,
    [caseId, at],
  )
  return rows.map(({ id, slot }) => ({ id, startsAt: slot.startsAt }))
}
