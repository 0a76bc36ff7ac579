import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Session } from '@portico/contract/sessions'
import type { Task } from '@portico/contract/tasks'
import { createExecute } from '../../app/engine/execute.ts'
import { rebuild } from '../../app/engine/rebuild.ts'
import { verify } from '../../app/verify/verify.ts'
import { createFireTimers } from '../../app/work/fire-timers.ts'
import { defaultProfile } from '../../profile/default.ts'
import { allProjections } from '../../projections/all.ts'
import { brokenInvariants } from '../../projections/broken-invariants.ts'
import { type Random, seeded } from '../../synth/random.ts'
import { noWork } from '../case-desk.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { credentials, folderWithDatabase, type Running, servePortico, tokenAt } from '../process.ts'
import { until } from '../until.ts'

const caseCount = 6
const rounds = 2
const stepsOfEach = 30
const ann = 'mem_ann'

type Answer = { status: number; json: unknown }

describe('the work on cases, by several people at two processes of which one is killed', () => {
  let database: TestDatabase
  let folder: Awaited<ReturnType<typeof folderWithDatabase>>
  let processes: Running[]
  let env: Record<string, string>
  let token: string
  let caseIds: string[]
  const taken = new Map<string, number>()
  let steps = 0

  before(async () => {
    database = await freshDatabase({ size: 4 })
    folder = await folderWithDatabase()
    env = { PORTICO_DATA: folder.path, DATABASE_URL: database.url, PORTICO_SYNTH_PAGES: '4' }
    processes = [await servePortico(env), await servePortico(env)]
    token = await tokenAt(processes[0]!.url)
    await database.rows(
      `insert into members (id, username, username_folded, display_name, roles, clearance, created_at)
       select $1, 'ann', 'ann', 'Ann', roles, clearance, now() from members where username = $2`,
      [ann, credentials.username],
    )
    caseIds = []
    for (let index = 0; index < caseCount; index++) {
      const veteran = { firstName: 'Ada', lastName: `Byron ${index}` }
      const reply = await ask(index, 'POST', '/cases', { veteran, receiptDate: '2026-03-02' })
      caseIds.push((reply.json as { case: { id: string } }).case.id)
    }
  })
  after(async () => {
    for (const { child, ended } of processes) {
      child.kill('SIGTERM')
      await ended
    }
    await database.close()
    await folder.remove()
  })

  /** Where the one that is killed gives no answer, the other is asked. */
  async function ask(which: number, method: string, path: string, body?: unknown): Promise<Answer> {
    try {
      const response = await fetch(processes[which % 2]!.url + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return { status: response.status, json: (await response.json().catch(() => undefined)) as unknown }
    } catch (error) {
      if (which % 2 === 0) throw error
      return ask(0, method, path, body)
    }
  }

  async function step(random: Random) {
    const caseId = random.pick(caseIds)
    const which = random.int(0, 1)
    const [tasks, sessions] = await Promise.all([
      ask(which, 'GET', `/cases/${caseId}/tasks?open=true`),
      ask(which, 'GET', `/cases/${caseId}/sessions`),
    ])
    const open =
      (tasks.json as { tasks?: Task[] } | undefined)?.tasks?.filter(({ parentId }) => parentId) ?? []
    const held = (sessions.json as { sessions?: Session[] } | undefined)?.sessions ?? []
    const task = open.length > 0 ? random.pick(open) : undefined
    const session = held.length > 0 ? random.pick(held) : undefined
    const path = `/cases/${caseId}/tasks/${task?.id}`
    const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const outcome = task?.actions.outcomes.length ? random.pick(task.actions.outcomes).name : undefined
    const person = { assignee: { person: random.pick([credentials.username, 'ann']) } }
    const choices: [string, string, string, unknown?][] = [
      ['docket', 'POST', `/cases/${caseId}/docket`, { docket: random.pick(defaultProfile.dockets).name }],
      ['start', 'POST', `${path}/start`],
      [
        'assign',
        'PUT',
        `${path}/assignee`,
        { ...(random.chance(0.5) ? person : { assignee: { team: 'caseSupport' } }), why: 'For the load.' },
      ],
      ['hold', 'POST', `${path}/hold`, { until: soon(random.int(1, 60)), why: 'Waiting.' }],
      ['resume', 'POST', `${path}/resume`, {}],
      ['cancel', 'POST', `${path}/cancel`, { why: 'Because.' }],
      ['instruct', 'POST', `${path}/instructions`, { text: 'Please look.' }],
      [
        'complete',
        'POST',
        `${path}/complete`,
        { ...(outcome ? { outcome } : {}), note: 'So.', override: 'So.', ...person },
      ],
      [
        'complete',
        'POST',
        `${path}/complete`,
        { ...(outcome ? { outcome } : {}), note: 'So.', override: 'So.', ...person },
      ],
      [
        'complete',
        'POST',
        `${path}/complete`,
        { ...(outcome ? { outcome } : {}), note: 'So.', override: 'So.', ...person },
      ],
      [
        'open',
        'POST',
        `/cases/${caseId}/tasks`,
        { parentId: task?.id ?? 'none', type: task?.actions.opens[0]?.name ?? 'letter' },
      ],
      ['ask for a session', 'POST', `/cases/${caseId}/sessions`, { kind: 'video' }],
      [
        'place',
        'PUT',
        `/cases/${caseId}/sessions/${session?.id}/slot`,
        {
          slot: { startsAt: soon(1), minutes: 60, timeZone: 'UTC' },
          consent: 'Everybody has agreed.',
        },
      ],
      [
        'end',
        'PUT',
        `/cases/${caseId}/sessions/${session?.id}/outcome`,
        { outcome: random.pick(['postponed', 'withdrawn']) },
      ],
    ]
    const [what, method, url, body] = random.pick(choices)
    const { status } = await ask(which, method, url, body)
    steps += 1
    assert.ok(status < 500, `${what} was answered with ${status}`)
    if (status >= 200 && status < 300) taken.set(what, (taken.get(what) ?? 0) + 1)
  }

  const timersAt = (days: number) => {
    const execute = createExecute({ db: database, projections: allProjections, workFor: noWork })
    const clock = () => new Date(Date.now() + days * 86_400_000)
    return createFireTimers({ db: database, execute, clock })()
  }

  it('keeps every invariant, whatever the order, with timers fired by several at once', async () => {
    for (let round = 0; round < rounds; round++) {
      const people = Array.from({ length: 4 }, async (_, person) => {
        const random = seeded('work on two processes', round, person)
        for (let index = 0; index < stepsOfEach; index++) await step(random)
      })
      const killing = (async () => {
        await until(() => steps >= (round + 0.3) * 4 * stepsOfEach, 1)
        processes[1]!.child.kill('SIGKILL')
        await processes[1]!.ended
        processes[1] = await servePortico(env)
      })()
      await Promise.all([...people, killing])
      assert.deepEqual(await brokenInvariants(database, defaultProfile), [], `round ${round}`)
      await Promise.all([timersAt(70), timersAt(70), timersAt(-1)])
      assert.deepEqual(
        await brokenInvariants(database, defaultProfile),
        [],
        `round ${round}, after its timers`,
      )
    }
    for (const needed of ['docket', 'complete', 'hold', 'open']) {
      assert.ok((taken.get(needed) ?? 0) > 0, `${needed} was taken ${taken.get(needed) ?? 0} times`)
    }
  })

  it('tells somebody of each event once, whichever process does, also when all is replayed', async () => {
    const told = () =>
      database.rows<{ id: string; event: string }>(
        `select id, event_id as event from notices
         where recipient_id = $1 and channel = 'inApp' and event_type = 'task.assigned' order by event_id, id`,
        [ann],
      )
    const given = await database.rows<{ event: string }>(
      `select id as event from events
       where type = 'task.assigned' and data->'assignee'->>'id' = $1 and actor->>'id' <> $1 order by id`,
      [ann],
    )
    assert.ok(given.length > 0, 'no task was given to Ann')
    await until(async () => (await told()).length >= given.length)
    const once = await told()
    assert.deepEqual(
      once.map(({ event }) => event),
      given.map(({ event }) => event),
    )

    const isFollowed = async () => {
      const [row] = await database.rows<{ isThere: boolean }>(
        `select position >= (select max(position) from events where type = 'task.assigned') as "isThere" from notice_cursor`,
      )
      return row?.isThere
    }
    await database.rows(`update notice_cursor set position = 0`)
    processes[1]!.child.kill('SIGKILL')
    await processes[1]!.ended
    processes[1] = await servePortico(env)
    const nudge = { veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-03-02' }
    for (const which of [0, 1]) await ask(which, 'POST', '/cases', nudge)
    await until(isFollowed)
    assert.deepEqual(await told(), once)
  })

  it('a timer fired once, however many looked', async () => {
    const rows = await database.rows<{ subject: string; fired: number }>(
      `select subject, count(*)::int as fired from events where type = 'timer.fired' group by subject`,
    )
    assert.ok(rows.length > 0, 'none fired')
    assert.deepEqual(
      rows.filter(({ fired }) => fired > 1),
      [],
    )
  })

  it('what is said to be broken is: a task that is closed by hand in the table is found', async () => {
    const sentences = await database.transaction(async (tx) => {
      await tx.rows(`update tasks set closed_at = now() where status = 'onHold'`)
      const broken = await brokenInvariants(tx, defaultProfile)
      await tx.rows(`update tasks set closed_at = null where status = 'onHold'`)
      return broken.map(({ invariant }) => invariant)
    })
    assert.ok(sentences.includes(1))
  })

  it('leaves every chain whole, and rebuilding changes nothing', async () => {
    const tables = ['tasks', 'timers', 'case_work', 'sessions', 'deliveries']
    const read = () =>
      Promise.all(
        tables.map((table) =>
          database.rows(`select to_jsonb(t) as row from projections.${table} t order by to_jsonb(t)::text`),
        ),
      )
    const before = await read()
    await rebuild(database, allProjections)
    assert.deepEqual(await read(), before)
    assert.deepEqual((await verify(database)).faults, [])
  })
})
