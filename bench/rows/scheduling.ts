import type { NamedParticipant } from '@portico/contract/sessions'
import { draftDocket } from '../../server/app/sessions/placing/plan-docket.ts'
import { openSlots } from '../../server/app/sessions/placing/slots.ts'
import { defaultProfile } from '../../server/profile/default.ts'
import type { Database } from '../../server/store/db.ts'
import { freshDatabase } from '../../server/test/database.ts'
import { fillTasks } from '../many-tasks.ts'
import { type Comparison, elapsedMs, interleaved, scaled } from '../measure.ts'

const people = scaled(200)
const cases = scaled(500)
const benches = 10
const rounds = 7
const timeZone = 'America/New_York'
const now = new Date('2096-02-20T00:00:00.000Z')
/** 31 days. */
const days = { from: '2096-03-01', to: '2096-03-31' }
const within = [new Date('2096-03-01T05:00:00.000Z'), new Date('2096-04-01T04:00:00.000Z')]

const memberId = (number: number) => `mem_${number}`
const asJudge = (number: number): NamedParticipant => ({
  ...{ kind: 'adjudicator', id: memberId(number), name: `Judge ${number}` },
})

/** Slots for 200 people over 31 days, and 500 cases planned into them, each beside the bare statements that read as much. */
export async function scheduling(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const db = await freshDatabase({ size: 2 })
  stack.defer(db.close)
  await fillTasks(db, cases)
  await fillCalendars(db)
  const slots = openSlots({ db, clock: () => now, profileFor: async () => defaultProfile })
  const everybody = Array.from({ length: people }, (_, index) => asJudge(index + 1))
  const search = { participants: everybody.map(({ kind, id }) => ({ kind, id })), ...days, timeZone }
  const asked = {
    ...{ ...days, most: cases },
    benches: Array.from({ length: benches }, (_, index) => ({
      participants: [{ kind: 'adjudicator' as const, id: memberId(people + 1 + index) }],
      timeZone,
    })),
  }
  const planning = {
    ...{ sight: { mostSensitivity: 9, barredCaseIds: [] }, now, profile: defaultProfile, outside: undefined },
  }

  const { found, range, planned, read } = await interleaved(rounds, {
    found: () =>
      elapsedMs(async () => {
        const { starts, slots: some } = await slots.search(search)
        if (starts === 0 || some.length === 0) throw new Error('there is no slot for all')
      }),
    range: () =>
      elapsedMs(() =>
        bareRange(
          db,
          everybody.map(({ id }) => id),
        ),
      ),
    planned: () =>
      elapsedMs(async () => {
        const { items } = await draftDocket(db, asked, planning)
        const placed = items.filter(({ slot }) => slot).length
        if (placed !== cases) throw new Error(`${placed} of ${cases} were planned`)
      }),
    read: () => elapsedMs(() => bareWaiting(db)),
  })
  const forAll = `slots for ${people} people over 31 days`
  const ofAll = `a plan of ${cases} cases into 31 days before ${benches} benches`
  return [
    { what: forAll, unit: 'ms', ours: found, peer: 200, peerName: '200 ms', aim: { atMost: 1 } },
    { what: forAll, unit: 'ms', ours: found, peer: range, peerName: 'a bare range query of their bookings' },
    { what: ofAll, unit: 'ms', ours: planned, peer: read, peerName: 'reading the same cases and bookings' },
  ]
}

/** What is taken in these days of whoever is asked for. */
const bareRange = (db: Database, ids: readonly string[]) =>
  db.rows(
    `select participant, lower(span), upper(span), session_id from bookings
     where participant = any($1) and span && tstzrange($2, $3)`,
    [ids, ...within],
  )

async function bareWaiting(db: Database) {
  await db.rows(
    `select s.case_id, s.session_id, s.kind, c.docket_number, w.docket_date, w.advanced, p.party_id, p.person
     from sessions s join cases c using (case_id) join case_work w using (case_id)
       join parties p using (case_id) where s.status = 'requested'
     order by w.docket_date, c.docket_number limit ${cases}`,
  )
  await db.rows(
    `select participant, lower(span), upper(span) from bookings where span && tstzrange($1, $2)`,
    within,
  )
}

/**
 * Everybody is free on working days by a rule, is away one afternoon a week, and has a session on each of ten days, not
 * before two in the afternoon: so all have some time in common. Each case has a session that waits, and its claimant.
 */
async function fillCalendars(db: Database): Promise<void> {
  const all = people + benches
  await db.rows(
    `insert into members (id, username, username_folded, display_name, roles, created_at)
     select 'mem_' || n, 'judge' || n, 'judge' || n, 'Judge ' || n, '{adjudicator}', now() from generate_series(1, $1::int) n`,
    [all],
  )
  await db.rows(
    `insert into calendar_entries (id, participant_kind, participant_id, effect, starts, ends, time_zone, repeats,
       changed_at, changed_by)
     select 'entry_' || n || e, 'adjudicator', 'mem_' || n, e, '2096-02-27T' || starts, '2096-02-27T' || ends, $2,
       'FREQ=WEEKLY;BYDAY=' || days || ';COUNT=' || times, now(), 'mem_1'
     from generate_series(1, $1::int) n,
       (values ('free', '08:00', '17:30', 'MO,TU,WE,TH,FR', 100), ('busy', '15:00', '17:00', 'WE', 20)) as
         rules (e, starts, ends, days, times)`,
    [all, timeZone],
  )
  await db.rows(
    `insert into bookings (participant, span, case_id, session_id)
     select 'mem_' || n, tstzrange(at, at + interval '1 hour'), 'case_other', 'session_' || n || '_' || d
     from generate_series(1, $1::int) n, generate_series(0, 9) d,
       lateral (select timestamptz '2096-03-01 19:00Z' + d * interval '3 days' + n % 2 * interval '1 hour' as at) as t`,
    [all],
  )
  await db.rows(
    `insert into sessions (case_id, session_id, kind, status, requested_at, changed_at)
     select case_id, 'session_' || case_id, 'video', 'requested', now(), now() from cases`,
  )
  await db.rows(
    `insert into waiting_sessions (case_id, session_id, kind, is_no_show, docket, priority, docket_order, sensitivity)
     select case_id, s.session_id, s.kind, false, w.docket, 3, to_char(w.docket_date, 'YYYYMMDD') || c.docket_number,
       w.sensitivity
     from sessions s join cases c using (case_id) join case_work w using (case_id)`,
  )
  await db.rows(
    `insert into parties (case_id, party_id, role, person, recorded_at, updated_at)
     select case_id, 'party_' || case_id, 'appellant', veteran, now(), now() from cases`,
  )
  await db.script('analyze')
}
