import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createExecute } from '../../server/app/engine/execute.ts'
import { openListChanges } from '../../server/app/engine/list-changes.ts'
import { openLiveFeed } from '../../server/app/engine/live.ts'
import { openAlertFeed } from '../../server/app/notifications/alert-feed.ts'
import { openAlerts } from '../../server/app/notifications/alerts.ts'
import { keepTelling, type Telling } from '../../server/app/notifications/keep-telling.ts'
import { createTellOfNew } from '../../server/app/notifications/notifier.ts'
import { openPermissions } from '../../server/auth/can.ts'
import { work } from '../../server/core/work/work.ts'
import { defaultProfile } from '../../server/profile/default.ts'
import { allProjections } from '../../server/projections/all.ts'
import { noWork, openDesk, requestBy } from '../../server/test/case-desk.ts'
import { freshDatabase } from '../../server/test/database.ts'
import { type Comparison, interleaved, scaled } from '../measure.ts'

const rounds = scaled(40)
/** Looks are at least this far apart: the next event is not held up by the last. */
const pauseMs = 150
const member = { id: 'mem_bench', name: 'Bench', roles: ['intake'] }

/** An alert: from the commit of its event until the open stream of its recipient tells of it. */
export async function alerts(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const db = await freshDatabase({ size: 6 })
  stack.defer(db.close)
  await db.rows(
    `insert into members (id, username, username_folded, display_name, roles, clearance, created_at)
     values ($1, 'bench', 'bench', $2, $3, 5, now())`,
    [member.id, member.name, member.roles],
  )
  const permissions = openPermissions({ mode: 'deployment', roles: () => defaultProfile.roles })
  const live = openLiveFeed(db)
  stack.defer(live.close)
  const feed = openAlertFeed(db)
  const { hasUnread } = openAlerts({ db, permissions, clock: () => new Date() })
  const alerts = { hear: feed.hear, hasUnread }
  const changes = openListChanges({ db, live, barredCases: async () => [], alerts, everyMs: 60_000 })
  let telling: Telling | undefined
  const execute = createExecute({
    db,
    projections: allProjections,
    workFor: noWork,
    afterCommit: () => telling?.nudge(),
  })
  const caseId = (await openDesk(db, execute).open([])).caseId
  const [task] = await db.rows<{ id: string }>(`select task_id as id from tasks where type = 'intake'`)
  const onFault = (error: unknown) => {
    throw error
  }
  const tellOfNew = createTellOfNew({
    db,
    end: live.end,
    profiles: { inForceFor: async () => defaultProfile },
    composing: () => ({ permissions, now: new Date(), bindingFor: () => undefined, workspaceUrl: '/' }),
    onFault,
  })
  telling = keepTelling([tellOfNew], { onTold: feed.nudge, onFault })
  stack.defer(telling.stop)

  const stop = new AbortController()
  const reader = async () => ({ id: member.id, audience: 'staff' as const, teams: [], upTo: 5 })
  const stream = changes.watch({ after: await live.ceiling(), reader, signal: stop.signal })
  let told = Promise.withResolvers<number>()
  const following = (async () => {
    for await (const [change] of stream) if (change?.alerts) told.resolve(performance.now())
  })()
  stack.defer(async () => {
    stop.abort()
    await following
  })

  const alertMs = async () => {
    await sleep(pauseMs)
    told = Promise.withResolvers()
    const assignee = { kind: 'person' as const, id: member.id, name: member.name }
    const command = { type: 'assignTask' as const, caseId, taskId: task?.id ?? '', assignee }
    const away = {
      ...command,
      assignee: { kind: 'team' as const, id: 'intakeReview', name: 'Intake review' },
    }
    await execute(work, requestBy(), away, () => null)
    await sleep(pauseMs)
    await execute(work, requestBy(undefined, new Date()), command, () => null)
    const committed = performance.now()
    return (await told.promise) - committed
  }

  const listener = new pg.Client({ connectionString: db.url })
  await listener.connect()
  stack.defer(() => listener.end())
  await listener.query('listen bench')
  const bareMs = async () => {
    await sleep(pauseMs)
    const heard = once(listener, 'notification').then(() => performance.now())
    await db.rows(`select pg_notify('bench', 'x')`)
    const committed = performance.now()
    return Math.max(0.05, (await heard) - committed)
  }

  const ms = await interleaved(rounds, { alert: alertMs, bare: bareMs })
  const peer = { peer: ms.bare, peerName: 'LISTEN and NOTIFY alone' }
  return [
    {
      what: 'an alert, from the commit of its event to the open stream',
      unit: 'ms',
      ours: ms.alert,
      ...peer,
    },
  ]
}
