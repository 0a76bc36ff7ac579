import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { defineAdapter, PortError } from '@portico/contract/ports/kit'
import { output } from '@portico/contract/ports/output'
import {
  dimensionsOf,
  kindsOverTime,
  type Report,
  type ReportKind,
  type ReportRow,
} from '@portico/contract/reports'
import Type from '@portico/contract/type'
import { type Portico, PorticoClient, signIn } from '@portico/sdk'
import { parquetReadObjects } from 'hyparquet'
import pg from 'pg'
import { preparedCases } from '../../../sdk/test/prepared-case.ts'
import { rebuild } from '../../app/engine/rebuild.ts'
import { endOverlong } from '../../app/reports/end-overlong.ts'
import { openReports } from '../../app/reports/reports.ts'
import { defaultProfile } from '../../profile/default.ts'
import { allProjections } from '../../projections/all.ts'
import { prepareReportingRole, restoreReportingRole } from '../../store/reporting-role.ts'
import { isVerifierOf } from '../../store/scram-verifier.ts'
import { conforms } from '../conforms.ts'
import { rawFigures } from '../raw-figures.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

function outputAdapter(failure?: PortError) {
  return defineAdapter({
    port: output,
    name: 'test',
    does: 'Takes what it is given, or refuses it.',
    options: Type.Object({}),
    open: () => ({
      supports: [],
      calls: {
        async deliver(_, { key }) {
          if (failure) throw failure
          return { receipt: { channel: 'mail', sentAt: '2026-11-15T12:00:00.000Z', tracking: key } }
        },
      },
    }),
  })
}

/** Far enough ahead for every deadline to be over. */
const ahead = new Date(Date.now() + 3000 * 86_400_000)

describe('standard reports, over one small docket', () => {
  let world: World
  let analyst: Http
  let reports: ReturnType<typeof openReports>
  const everything = {
    roles: [],
    audience: 'administration' as const,
    mostSensitivity: 1000,
    barredCaseIds: [],
  }

  before(async () => {
    const bindings = {
      main: { adapter: outputAdapter() },
      archive: { adapter: outputAdapter(new PortError('refused', 'The archive is full.')) },
    }
    world = await startWorld(
      {
        PORTICO_MODE: 'deployment',
        PORTICO_BASE_URL: 'https://portico.example.org',
        PORTICO_REPORT_SECONDS: '3',
      },
      { ports: { output: bindings } },
    )
    const { baseUrl, username, password } = world
    const { idToken } = await signIn({ baseUrl, username, password })
    const client: Portico = new PorticoClient({ baseUrl, token: idToken })
    const cases = preparedCases(client, username)
    const { caseId: released } = await cases.own('released', true)
    await cases.own('inReview', false)
    await cases.own('drafting', false)
    await cases.own('withAdjudicator', false)
    for (let nth = 0; nth < 2; nth++) await cases.own('docketed', false)
    const { caseId: waiting } = await cases.own('docketed', false)
    const taskIn = async (caseId: string, type: string) =>
      (await client.tasks.list(caseId)).find((task) => task.type === type && !task.closedAt)?.id ?? ''
    const parentId = await taskIn(waiting, 'distribution')
    const { id: held } = await client.tasks.open(waiting, { parentId, type: 'supportAction' })
    const until10 = new Date(Date.now() + 10 * 86_400_000).toISOString()
    await client.tasks.hold(waiting, held, { until: until10, why: 'The records are to come.' })
    const { caseId: refused } = await cases.own('opened', false)
    await client.cases.refuseDocketing(refused, [{ reason: 'wrongForum' }])
    const { caseId: sensitive } = await cases.own('docketed', false)
    await client.custody.setSensitivity(sensitive, { level: 9, why: 'A person of public interest.' })
    await world
      .member('judith', ['adjudicator'])
      .then((judge) => judge('POST', '/distribution/runs', { body: {} }))
    const judith = await world.service.identity.members.find('judith')
    await world.service.identity.members.change(judith?.id ?? '', { displayName: 'Judge Judith' })
    analyst = await world.member('ann', ['reporting'])
    const { db } = world.service
    reports = openReports({
      db,
      clock: () => ahead,
      profile: () => defaultProfile,
      workspaceUrl: () => '/workspace/',
    })
    await until(async () => {
      const [row] = await db.rows<{ open: number }>(
        `select count(*)::int as open from obligations where status in ('waiting', 'sending', 'accepted')`,
      )
      return row?.open === 0
    })
    // What one binding has refused after the other had sent it is owed again.
    for (const { id, status } of await client.deliveries.list(released))
      if (status !== 'receipted')
        await client.deliveries.receipt(released, id, { channel: 'mail', sentAt: new Date().toISOString() })
    await client.tasks.complete(released, await taskIn(released, 'dispatch'), { outcome: 'dispatched' })
  })
  after(() => world.close())

  const whole = { from: '2000-01-01', to: ahead.toISOString().slice(0, 10) }
  const rowsOf = async (name: string, query: object = {}, reader = everything) =>
    (await reports.run(reader, name, query)).rows
  /** Values of some columns, joined, with the figure of another; none where it is zero. */
  const figures = (rows: readonly ReportRow[], keys: readonly string[], figure: string) =>
    Object.fromEntries(
      rows
        .filter((row) => row[figure] !== 0)
        .map((row) => [keys.map((key) => row[key] ?? '').join(' '), row[figure]]),
    )
  const raw = (mostSensitivity?: number) => rawFigures(world.service.db, ahead, mostSensitivity)

  it('count a task on hold as overdue as little as queues do, and a case that is being put into effect', async () => {
    const steps = (rows: readonly ReportRow[]) => rows.map(({ step }) => step)
    assert.ok(!steps(await rowsOf('overdue')).includes('supportAction'))
    const { tasks } = (await world.admin('GET', '/tasks?isOverdue=true&assignees=team:caseSupport')).json as {
      tasks: { type: string }[]
    }
    assert.ok(!tasks.some(({ type }) => type === 'supportAction'))
    assert.ok(steps(await rowsOf('ageInStep')).includes('effectuation'))
    const overdue = await rowsOf('overdue')
    assert.ok(steps(overdue).includes('effectuation'), `its task has a deadline: ${JSON.stringify(overdue)}`)
  })

  it('name people and teams, and say what they count', async () => {
    for (const { name, kind, definition } of reports.list(everything)) {
      const made = await reports.run(
        everything,
        name,
        dimensionsOf[kind].includes('assignee') ? { by: 'assignee' } : {},
      )
      assert.equal(made.definition, definition)
      assert.match(definition, /\.$/)
      assert.doesNotMatch(JSON.stringify(made.rows), /mem_|person:|team:/, name)
    }
    const load = await rowsOf('reviewerLoad', { by: 'assignee' })
    assert.ok(
      load.some(({ assignee }) => assignee === 'Judge Judith'),
      JSON.stringify(load),
    )
  })

  it('tell what the log of events tells, each by itself', async () => {
    const told = await raw()
    const throughput = await rowsOf('throughput', whole)
    const byCase = ['period', 'caseType', 'docket']
    assert.deepEqual(figures(throughput, byCase, 'opened'), told.opened)
    assert.deepEqual(figures(throughput, byCase, 'closed'), told.closed)
    const ages = (await rowsOf('ageInStep')).map(({ step, ...row }) => [step, Object.values(row)])
    assert.deepEqual(Object.fromEntries(ages), told.ages)
    const overdue = await rowsOf('overdue')
    assert.deepEqual(figures(overdue, ['assignee', 'step'], 'tasks'), told.overdue)
    assert.deepEqual(figures(await rowsOf('queueDepth'), ['team'], 'tasks'), told.queues)
    assert.deepEqual(figures(await rowsOf('reviewerLoad'), ['assignee', 'status'], 'tasks'), told.load)
    const decisions = await rowsOf('decisions', whole)
    assert.deepEqual(figures(decisions, ['period', 'issueType', 'disposition'], 'issues'), told.decisions)
    const health = await rowsOf('portHealth')
    const delivered = health.map((row) => ({ ...row, actor: `binding_output_${row.binding}` }))
    assert.deepEqual(figures(delivered, ['actor'], 'delivered'), told.receipted)
    assert.deepEqual(figures(health, ['binding'], 'failed'), told.failed)
    for (const figures of Object.values(told)) assert.notDeepEqual(figures, {}, 'there is something to tell')
  })

  it('distribution tells what each run gave, with the levers that were in force', async () => {
    const [run] = (await rowsOf('distribution', { ...whole, by: '' })) as { levers: string; given: number }[]
    const { json } = await world.admin('GET', '/distribution/runs')
    const [only] = (json as { runs: { given: number; levers: unknown }[] }).runs
    assert.deepEqual(JSON.parse(run?.levers ?? ''), only?.levers)
    assert.equal(run?.given, only?.given)
    assert.ok(only && only.given > 0)
  })

  it('the health of the docket names every invariant, and where one is broken', async () => {
    const sound = await rowsOf('docketHealth')
    assert.deepEqual(
      sound.map(({ invariant, broken }) => [invariant, broken]),
      Array.from({ length: 11 }, (_, index) => [index + 1, 0]),
    )
    const { db } = world.service
    const [timer] = await db.rows<{ case_id: string; task_id: string }>(
      `insert into timers (case_id, timer_id, task_id, name, due_at)
       select case_id, 'timer_lost', task_id, 'lost', now() + interval '9 years' from tasks
       where closed_at is not null limit 1 returning case_id, task_id`,
    )
    const [named] = (await rowsOf('docketHealth')).filter(({ broken }) => broken !== 0)
    const link = `/workspace/cases/${timer?.case_id}`
    const { rule: _, ...breach } = named ?? {}
    assert.deepEqual(breach, { invariant: 8, broken: 1, caseId: timer?.case_id, subject: 'timer_lost', link })
    const blind = { ...everything, mostSensitivity: -1 }
    const [unnamed] = (await rowsOf('docketHealth', {}, blind)).filter(({ broken }) => broken !== 0)
    assert.deepEqual([unnamed?.broken, unnamed?.caseId], [1, null])
    await db.rows(`delete from timers where timer_id = 'timer_lost'`)
  })

  it('count the cases that their reader may see, and no others', async () => {
    const { json } = await analyst('GET', '/reports/throughput?by=')
    const sum = (rows: readonly ReportRow[]) => rows.reduce((all, row) => all + Number(row.opened), 0)
    const seen = Object.values((await raw(3)).opened).reduce((all, count) => all + count, 0)
    assert.equal(sum((json as { report: Report }).report.rows), seen)
    assert.equal(sum(await rowsOf('throughput', whole)), seen + 1)
  })

  it('are broken down by every dimension that they have, and name nobody whom a case is about', async () => {
    for (const [kind, dimensions] of Object.entries(dimensionsOf)) {
      const { columns, rows } = await reports.run(everything, kind, {
        by: dimensions.join(','),
        ...(kindsOverTime.includes(kind as ReportKind) ? whole : {}),
      })
      assert.deepEqual(
        dimensions.filter((name) => !columns.some((column) => column.name === name)),
        [],
      )
      const text = JSON.stringify(rows)
      for (const word of ['Byron', 'judith', 'mem_', 'the knee']) assert.ok(!text.includes(word), word)
      assert.ok(rows.length > 0, kind)
    }
  })

  it('are for the roles that the profile names, and for administrators', async () => {
    const names = async (http: Http) => {
      const reply = await http('GET', '/reports')
      return conforms<{ reports: { name: ReportKind }[] }>('listReports', reply).reports.map(
        ({ name }) => name,
      )
    }
    const all = defaultProfile.reports.map(({ name }) => name)
    assert.deepEqual(await names(world.admin), all)
    assert.deepEqual(await names(analyst), all)
    const helper = await world.member('hal', ['caseSupport'])
    assert.deepEqual(await names(helper), all.slice(0, -2))
    const denied = await helper('GET', '/reports/portHealth')
    assert.deepEqual(
      [denied.status, denied.json],
      [403, { error: 'The report portHealth is for the roles reporting, operator.' }],
    )
    assert.equal((await (await world.member('dan', ['drafter']))('GET', '/reports')).status, 403)
  })

  it('come as JSON, NDJSON, CSV and Parquet with the same rows', async () => {
    const path = '/reports/queueDepth?by=team,step'
    const reply = await analyst('GET', path)
    const { report } = conforms<{ report: Report }>('getReport', reply)
    const lines = await analyst('GET', `${path}&format=ndjson`)
    assert.match(lines.headers.get('content-type') ?? '', /^application\/x-ndjson/)
    const timeless = ({ oldestDays: _, ...row }: ReportRow) => row
    const listed = lines.text
      .trimEnd()
      .split('\n')
      .map((line) => timeless(JSON.parse(line)))
    assert.deepEqual(listed, report.rows.map(timeless))
    const csv = await analyst('GET', `${path}&format=csv`)
    const [header, ...body] = csv.text.trimEnd().split('\r\n')
    assert.equal(header, report.columns.map(({ name }) => name).join(','))
    assert.equal(body.length, report.rows.length)
    assert.equal(csv.headers.get('content-disposition'), 'attachment; filename="queueDepth.csv"')
    const { token } = (
      await world.anonymous('POST', '/auth/token', { body: { username: 'ann', password: world.password } })
    ).json as { token: string }
    const headers = { authorization: `Bearer ${token}` }
    const parquet = await fetch(`${world.baseUrl}${path}&format=parquet`, { headers })
    assert.equal(parquet.headers.get('content-type'), 'application/vnd.apache.parquet')
    const read = await parquetReadObjects({ file: await parquet.arrayBuffer() })
    const asRead = read.map((row) => timeless({ ...row, oldestAt: (row.oldestAt as Date).toISOString() }))
    assert.deepEqual(asRead, report.rows.map(timeless))
  })

  it('refuse what they do not know, in a sentence', async () => {
    const refused: Record<string, [number, string]> = {
      '/reports/troughput': [404, 'Did you mean throughput?'],
      '/reports/throughput?by=caseTyp': [400, 'Did you mean caseType?'],
      '/reports/overdue?from=2026-01-01': [
        400,
        'The report overdue tells how things are now: it takes no from.',
      ],
      '/reports/portHealth?docket=directReview': [400, 'The report portHealth cannot be narrowed by docket.'],
      '/reports/throughput?docket=nowhere': [400, 'There is no docket nowhere'],
      '/reports/throughput?from=2026-02-01&to=2026-01-01': [400, 'from must not be after to'],
      '/reports/throughput?from=0001-01-01': [400, 'from must be 1900-01-01 or later'],
      '/reports/throughput?from=2026-02-30': [400, 'from must be'],
      '/reports/throughput?period=decade': [400, 'period must be'],
      '/reports/throughput?format=xls': [400, 'format must be'],
      '/reports/throughput?limit=3': [400, 'limit'],
    }
    for (const [path, [status, words]] of Object.entries(refused)) {
      const reply = await analyst('GET', path)
      assert.equal(reply.status, status, path)
      assert.ok((reply.json as { error: string }).error.includes(words), reply.text)
    }
  })

  it('one that takes too long is stopped, and says so', async () => {
    const blocker = new pg.Client({ connectionString: world.service.settings.databaseUrl ?? '' })
    await blocker.connect()
    await blocker.query('begin; lock table projections.case_work in access exclusive mode')
    const { status, headers, json } = await world.admin('GET', '/reports/ageInStep')
    await blocker.end()
    assert.deepEqual([status, headers.get('retry-after')], [503, '60'])
    const { error } = json as { error: string }
    assert.match(
      error,
      /^The report ageInStep was stopped after 3 seconds, its time limit: ask for a shorter time/,
    )
    assert.equal((await world.admin('GET', '/reports/ageInStep')).status, 200)
  })

  it('data elements have the labels that people see', async () => {
    const { elements } = conforms<{
      elements: { name: string; values: { name: string; label: string }[] }[]
    }>('listDataElements', await analyst('GET', '/data-elements'))
    const dockets = elements.find(({ name }) => name === 'docket')?.values
    assert.deepEqual(
      dockets,
      defaultProfile.dockets.map(({ name, label }) => ({ name, label })),
    )
  })

  describe('by SQL, under the role portico_reporting', () => {
    let client: pg.Client
    const connected = async () => {
      const url = new URL(world.service.settings.databaseUrl ?? '')
      url.username = 'portico_reporting'
      const one = new pg.Client({ connectionString: url.href })
      one.on('error', () => {})
      await one.connect()
      return one
    }
    before(async () => {
      client = await connected()
      await world.service.db.rows(`update reporting_clearance set up_to = 9`)
    })
    after(() => client.end())

    const views = async () => {
      const { rows } = await client.query<{ name: string }>(
        `select table_name as name from information_schema.views where table_schema = 'reporting' order by 1`,
      )
      return rows.map(({ name }) => name)
    }
    const refusedAs = async (statement: string, code: string) => {
      await assert.rejects(client.query(statement), (error: pg.DatabaseError) => {
        assert.equal(error.code, code, `${statement}: ${error.message}`)
        return true
      })
    }

    it('views tell what the reports tell', async () => {
      const count = async (statement: string) => Number((await client.query(statement)).rows[0].count)
      const sum = (rows: readonly ReportRow[], figure: string) =>
        rows.reduce((all, row) => all + Number(row[figure]), 0)
      const throughput = await rowsOf('throughput', whole)
      assert.equal(await count('select sum(opened) as count from throughput'), sum(throughput, 'opened'))
      assert.equal(await count('select sum(closed) as count from throughput'), sum(throughput, 'closed'))
      const byTeam = await client.query(
        `select team, sum(tasks)::int as tasks from queue_depth group by 1 order by 1`,
      )
      assert.deepEqual(
        figures(byTeam.rows, ['team'], 'tasks'),
        figures(await rowsOf('queueDepth'), ['team'], 'tasks'),
      )
      const load = await client.query(`select member_name as assignee, status, tasks from reviewer_load`)
      assert.deepEqual(figures(load.rows, ['assignee', 'status'], 'tasks'), (await raw()).load)
      const ages = await client.query(`select step, sum(cases)::int as cases from age_in_step group by 1`)
      assert.deepEqual(
        figures(ages.rows, ['step'], 'cases'),
        figures(await rowsOf('ageInStep'), ['step'], 'cases'),
      )
      assert.equal(
        await count('select sum(issues) as count from decisions'),
        sum(await rowsOf('decisions', whole), 'issues'),
      )
      assert.equal(
        await count('select sum(given) as count from distribution'),
        sum(await rowsOf('distribution', whole), 'given'),
      )
      assert.equal(
        await count('select sum(failed) as count from port_health'),
        sum(await rowsOf('portHealth'), 'failed'),
      )
      assert.equal(await count('select sum(broken) as count from docket_health'), 0)
      assert.equal(
        await count(`select count(*) as count from data_elements where element = 'docket'`),
        defaultProfile.dockets.length,
      )
      const known = await world.service.db.rows<{ count: number }>(
        `select count(*)::int as count from events`,
      )
      assert.equal(await count('select count(*) as count from events'), known[0]?.count)
    })

    it('what is overdue is the same in the report, its CSV, the queue and the view', async () => {
      const { db } = world.service
      const past = async (days: number) => {
        const moved = `interval '${days} days'`
        await db.rows(`update tasks set deadline = deadline - ${moved} where deadline is not null`)
        await db.rows(`update queue_entries set deadline = deadline - ${moved} where deadline < 'infinity'`)
      }
      await past(60)
      try {
        const answer = (await world.admin('GET', '/reports/overdue?by=step')).json
        const { report } = answer as { report: { rows: ReportRow[] } }
        const counted = figures(report.rows, ['step'], 'tasks')
        assert.ok(Object.keys(counted).length > 1, JSON.stringify(counted))
        const csv = (await world.admin('GET', '/reports/overdue?by=step&format=csv')).text
        const [head = '', ...lines] = csv.trimEnd().split('\r\n')
        const [step, tasks] = ['step', 'tasks'].map((name) => head.split(',').indexOf(name))
        assert.deepEqual(
          Object.fromEntries(
            lines.map((line) => [line.split(',')[step ?? 0], Number(line.split(',')[tasks ?? 0])]),
          ),
          counted,
        )
        const queue = (await world.admin('GET', '/tasks?isOverdue=true&limit=200')).json as {
          tasks: { type: string; isOverdue: boolean }[]
        }
        assert.ok(queue.tasks.every(({ isOverdue }) => isOverdue))
        const all = (await world.admin('GET', '/tasks?limit=200')).json as typeof queue
        for (const shown of [queue.tasks, all.tasks.filter(({ isOverdue }) => isOverdue)])
          assert.deepEqual(
            Object.fromEntries(
              [...Map.groupBy(shown, ({ type }) => type)].map(([type, of]) => [type, of.length]),
            ),
            counted,
          )
        const view = await client.query(`select step, sum(tasks)::int as tasks from overdue group by 1`)
        assert.deepEqual(figures(view.rows, ['step'], 'tasks'), counted)
      } finally {
        await past(-60)
      }
    })

    it('no case above the clearance is in any of them, which is the lowest at first', async () => {
      const { db } = world.service
      const [before] = (await client.query('select count(*)::int as cases from cases')).rows
      await db.rows(`update reporting_clearance set up_to = 0`)
      const [after] = (await client.query('select count(*)::int as cases from cases')).rows
      await db.rows(`update reporting_clearance set up_to = 9`)
      assert.equal(after.cases, before.cases - 1)
    })

    it('no view has a person of a case, or text', async () => {
      for (const view of await views()) {
        const { rows } = await client.query(`select * from ${view}`)
        const text = JSON.stringify(rows)
        for (const word of ['Byron', 'judith', '@example', 'the knee', 'Granted.'])
          assert.ok(!text.includes(word), `${view}: ${word}`)
      }
    })

    it('nothing else can be read, and nothing written', async () => {
      await refusedAs('select * from public.events', '42501')
      await refusedAs('select * from projections.cases', '42501')
      await refusedAs('select * from public.members', '42501')
      await refusedAs('select * from public.decision_packages', '42501')
      await refusedAs('update public.reporting_clearance set up_to = 9', '25006')
      await client.query('set default_transaction_read_only = off')
      await refusedAs('update public.reporting_clearance set up_to = 9', '42501')
      await refusedAs('delete from cases', '55000')
      await refusedAs('update throughput set opened = 0', '55000')
      await refusedAs('create table reporting.mine (x int)', '42501')
      await refusedAs('create table public.mine (x int)', '42501')
      await client.query('set search_path = public, projections')
      await refusedAs(`select erase_case('case_x', 1, now())`, '42501')
      await client.query('set search_path to default')
      await client.query('set default_transaction_read_only = on')
    })

    it('it takes no lock by which the service takes turns, and fills no disk', async () => {
      await client.query('set default_transaction_read_only = off')
      for (const lock of [
        'pg_advisory_lock(1)',
        'pg_advisory_xact_lock_shared(1)',
        'pg_try_advisory_lock(1, 2)',
      ])
        await refusedAs(`select ${lock}`, '42501')
      await refusedAs(`select lo_from_bytea(0, 'x')`, '42501')
      await refusedAs(`select pg_notify('any', 'x')`, '42501')
      await refusedAs('create temporary table mine (x int)', '42501')
      await client.query('set default_transaction_read_only = on')
    })

    it('no error of a statement tells of a case above the clearance, also after a rebuild', async () => {
      const { db } = world.service
      const [hidden] = await db.rows<{ docketNumber: string }>(
        `update case_work w set sensitivity = 10 from cases c
         where c.case_id = w.case_id and w.case_id = (select max(case_id) from case_work)
         returning c.docket_number as "docketNumber"`,
      )
      const cast = 'select from cases where docket_number = $1 and docket_number::int > 0'
      assert.deepEqual((await client.query(cast, [hidden?.docketNumber])).rows, [])
      await rebuild(db, allProjections)
      const open = await db.rows(
        `select relname from pg_class where relnamespace = 'reporting'::regnamespace and relkind = 'v'
           and not 'security_barrier=true' = any(coalesce(reloptions, '{}'))`,
      )
      assert.deepEqual(open, [])
    })

    it('a statement is ended that has raised its own time limit, then the session that does not let go', async () => {
      const { db } = world.service
      await client.query('set statement_timeout = 0')
      const sleeps = refusedAs('select pg_sleep(60)', '57014')
      const long = { cancelledMs: 600_000, endedMs: 600_000, transactionMs: 600_000 }
      await until(async () => (await endOverlong(db, { ...long, cancelledMs: 20 })) > 0)
      await sleeps
      await client.query('set statement_timeout to default')
      await client.query('set idle_in_transaction_session_timeout = 0')
      const lost = new Promise((done) => client.once('error', done))
      await client.query('begin')
      await client.query('select from cases')
      await until(async () => (await endOverlong(db, { ...long, transactionMs: 20 })) > 0)
      await lost
      client = await connected()
    })

    it('what the role changes about itself for good is put back, and its sessions are ended', async () => {
      const { db } = world.service
      const password = 'a password of sixteen'.replaceAll(' ', '-')
      assert.equal(await prepareReportingRole(db, password), undefined)
      assert.equal(await restoreReportingRole(db, { password }), false, 'there is nothing to put back')
      client = await connected()
      const lost = new Promise((done) => client.once('error', done))
      const database = new URL(world.service.settings.databaseUrl ?? '').pathname.slice(1)
      await client.query('set default_transaction_read_only = off')
      await client.query('alter role portico_reporting set statement_timeout = 0')
      await client.query(`alter role portico_reporting in database "${database}" set search_path = 'public'`)
      await client.query(`alter role portico_reporting in database postgres set search_path = 'public'`)
      await client.query(`alter role portico_reporting set default_transaction_read_only = off`)
      await client.query(`alter role portico_reporting password 'mine'`)
      await restoreReportingRole(db, { password })
      await lost
      const [role] = await db.rows<{ verifier: string }>(
        `select rolpassword as verifier from pg_authid where rolname = 'portico_reporting'`,
      )
      assert.ok(isVerifierOf(password, role?.verifier ?? null))
      client = await connected()
      const shown = async (name: string) => Object.values((await client.query(`show ${name}`)).rows[0])[0]
      assert.deepEqual([await shown('statement_timeout'), await shown('search_path')], ['30s', 'reporting'])
      assert.equal(await shown('default_transaction_read_only'), 'on')
      const settings = await db.rows(
        `select from pg_db_role_setting where setrole = 'portico_reporting'::regrole and setdatabase <> 0`,
      )
      assert.equal(settings.length, 0, 'nor in any other database')
      await db.rows(`alter role portico_reporting password null`)
    })

    it('that is its password and its settings, and nothing else of itself or of others', async () => {
      const { db } = world.service
      await client.query('set default_transaction_read_only = off')
      const account = (await db.rows<{ name: string }>('select current_user as name'))[0]?.name
      const refused = {
        'alter role current_user superuser': '42501',
        'alter role portico_reporting createrole': '42501',
        'alter role portico_reporting createdb': '42501',
        'alter role portico_reporting replication': '42501',
        'alter role portico_reporting bypassrls': '42501',
        'alter role portico_reporting noinherit': '42501',
        'alter role portico_reporting nologin': '42501',
        'alter role portico_reporting connection limit -1': '42501',
        "alter role portico_reporting valid until 'infinity'": '42501',
        "alter role portico_reporting password 'mine' connection limit -1": '42501',
        'alter role portico_reporting rename to another': '0A000',
        "alter role portico_reporting set log_statement = 'none'": '42501',
        "alter role portico_reporting set session_preload_libraries = 'evil'": '42501',
        'alter role all set statement_timeout = 0': '42501',
        [`alter role ${account} set statement_timeout = 0`]: '42501',
        [`alter role ${account} password 'mine'`]: '42501',
        'alter database postgres set statement_timeout = 0': '42501',
        'create role another': '42501',
        'drop role portico_reporting': '42501',
        'grant pg_read_all_data to portico_reporting': '42501',
        [`grant ${account} to portico_reporting`]: '42501',
        [`set role ${account}`]: '42501',
        [`set session authorization ${account}`]: '42501',
        "comment on role portico_reporting is 'mine'": '42501',
      }
      const answers: Record<string, string> = {}
      for (const statement of Object.keys(refused)) {
        await client.query('begin')
        answers[statement] = await client.query(statement).then(
          () => 'done',
          (error: { code: string }) => error.code,
        )
        await client.query('rollback')
      }
      assert.deepEqual(answers, refused)
      await client.query('set default_transaction_read_only to default')
    })

    it('a statement that takes too long is stopped', async () => {
      const { rows } = await client.query('show statement_timeout')
      assert.deepEqual(rows, [{ statement_timeout: '30s' }])
      await client.query('set statement_timeout = 20')
      await refusedAs('select count(*) from events a, events b, events c, events d', '57014')
      await client.query('set statement_timeout to default')
    })

    it('a rebuild leaves the views as they were, over the new tables', async () => {
      const before = (await client.query('select * from cases order by case_id')).rows
      await rebuild(world.service.db, allProjections)
      assert.deepEqual((await client.query('select * from cases order by case_id')).rows, before)
      assert.equal((await client.query('select count(*)::int as count from tasks')).rows[0].count > 0, true)
      const [orphans] = await world.service.db.rows<{ count: number }>(
        `select count(*)::int as count from pg_namespace where nspname = 'projections_next'`,
      )
      assert.equal(orphans?.count, 0)
    })
  })
})
