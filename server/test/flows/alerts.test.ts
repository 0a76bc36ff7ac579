import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Alert, AlertList } from '@portico/contract/alerts'
import type { NotificationPreview } from '@portico/contract/notifications'
import type { TaskList } from '@portico/contract/tasks'
import { PorticoClient } from '@portico/sdk'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

describe('alerts', () => {
  let world: World
  let dora: Http
  let judith: Http
  before(async () => {
    world = await startWorld()
    dora = await world.member('dora', ['drafter'])
    judith = await world.member('judith', ['adjudicator'])
  })
  after(() => world.close())

  const inbox = async (http: Http, query = '') => (await http('GET', `/alerts${query}`)).json as AlertList
  const alerted = (http: Http, count: number) =>
    until(async () => {
      const found = await inbox(http)
      return found.alerts.length >= count && found
    })
  const on = (place: string) => `/cases/${world.caseId}${place}`
  const taskOf = async (type: string) => {
    const { tasks } = (await world.admin('GET', on('/tasks?open=true'))).json as TaskList
    return tasks.find((task) => task.type === type)?.id ?? ''
  }
  const complete = async (type: string, body: unknown, by: Http = world.admin) => {
    const reply = await by('POST', on(`/tasks/${await taskOf(type)}/complete`), { body })
    assert.ok(reply.status < 300, reply.text)
  }
  const give = async (person: string, by: Http = world.admin) => {
    const reply = await by('PUT', on(`/tasks/${await taskOf('drafting')}/assignee`), {
      body: { assignee: { person }, why: 'For the load.' },
    })
    assert.ok(reply.status < 300, reply.text)
  }

  it('tell of a task that was opened for me, with the words of the profile and the page it is about', async () => {
    assert.deepEqual(await inbox(judith), { alerts: [], unread: 0 })
    await world.admin('POST', on('/docket'), { body: { docket: 'directReview' } })
    await complete('distribution', { outcome: 'distributed', assignee: { person: 'judith' } })
    const { alerts, unread } = await alerted(judith, 1)
    assert.equal(unread, 1)
    const [alert] = alerts as [Alert]
    assert.equal(alert.notification, 'taskOpened')
    assert.equal(alert.event.type, 'task.opened')
    assert.match(alert.subject, /: \S/)
    assert.match(alert.text, new RegExp(`/workspace/cases/${world.caseId}$`))
    assert.equal(alert.path, `cases/${world.caseId}`)
    assert.equal(alert.readAt, undefined)
  })

  it('come over the open stream of changes', async () => {
    const token = (await (
      await fetch(`${world.baseUrl}/auth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'dora', password: world.password }),
      })
    ).json()) as { token: string }
    const client = new PorticoClient({ baseUrl: world.baseUrl, token: token.token })
    const stop = new AbortController()
    const { position } = await client.cases.changes()
    const heard = (async () => {
      for await (const { alerts } of client.cases.watchChanges({ after: position, signal: stop.signal }))
        if (alerts) return true
      return false
    })()
    await complete('assignment', { outcome: 'assigned', assignee: { person: 'dora' } }, judith)
    assert.equal(await heard, true)
    stop.abort()
    const { alerts } = await alerted(dora, 1)
    assert.equal(alerts[0]?.subject.startsWith('Draft'), true, alerts[0]?.subject)
  })

  it('are not told to whoever caused them, and are once for an event', async () => {
    await give('judith')
    await give('dora')
    const { alerts } = await alerted(dora, 2)
    assert.equal(new Set(alerts.map(({ event }) => event.id)).size, alerts.length)
    const before = (await inbox(judith)).alerts.length
    const taken = await judith('PUT', on(`/tasks/${await taskOf('drafting')}/assignee`), {
      body: { assignee: { person: 'judith' }, why: 'I draft it myself.' },
    })
    assert.ok(taken.status < 300, taken.text)
    await give('dora')
    await alerted(dora, 3)
    assert.equal((await inbox(judith)).alerts.length, before)
  })

  it('are read one by one, up to one of them, or all', async () => {
    const { alerts } = await inbox(dora)
    const [newest, second, oldest] = alerts as [Alert, Alert, Alert]
    const marked = await dora('PUT', `/alerts/${second.id}/read`, { body: { read: true } })
    assert.match((marked.json as { alert: Alert }).alert.readAt ?? '', /Z$/)
    assert.equal((await inbox(dora)).unread, 2)
    assert.deepEqual(
      (await inbox(dora, '?unread=true')).alerts.map(({ id }) => id),
      [newest.id, oldest.id],
    )
    await dora('PUT', `/alerts/${second.id}/read`, { body: { read: false } })
    assert.equal((await inbox(dora)).unread, 3)
    assert.deepEqual((await dora('PUT', '/alerts/read', { body: { upTo: second.id } })).json, { unread: 1 })
    assert.deepEqual((await dora('PUT', '/alerts/read', { body: {} })).json, { unread: 0 })
  })

  it('come in pages', async () => {
    const first = await inbox(dora, '?limit=2')
    assert.equal(first.alerts.length, 2)
    const rest = await inbox(dora, `?limit=2&after=${first.next}`)
    assert.equal(rest.alerts.length, 1)
    assert.equal(rest.next, undefined)
    assert.equal((await inbox(dora, '?notification=taskAssigned')).alerts.length, 2)
    assert.deepEqual((await inbox(dora, '?notification=draftCommented')).alerts, [])
    const wrong = await dora('GET', '/alerts?after=tomorrow')
    assert.deepEqual(
      [wrong.status, wrong.json],
      [400, { error: 'after must be the `next` of the page before.' }],
    )
  })

  it('are tried on a case before an administrator saves them: who would be told, how, in which words', async () => {
    const draft = {
      on: { event: 'task.opened', tasks: ['drafting'] },
      recipients: ['assignee', 'claimant'],
      channels: ['inApp', 'email'],
      subject: '{{ task.label }}: {{ case.docketNumber }}',
      body: 'Dear {{ recipient.name }}, see {{ link }}',
    }
    const tried = (body: object, by = world.admin) => by('POST', on('/notifications/preview'), { body })
    const before = await inbox(dora)
    const { status, json, text } = await tried({ draft })
    assert.equal(status, 200, text)
    const { event, messages, fields } = json as NotificationPreview
    assert.equal(event.type, 'task.opened')
    const [toDora, ...others] = messages.filter(({ recipient }) => recipient.kind === 'member')
    assert.deepEqual(
      [toDora?.recipient.name, toDora?.channel, toDora?.outcome, toDora?.text],
      ['dora', 'inApp', 'now', `Dear dora, see ${world.baseUrl}/workspace/cases/${world.caseId}`],
    )
    // Nothing sends by email here: that is said, and not left out.
    assert.deepEqual(
      others.map(({ channel, outcome }) => [channel, outcome]),
      [['email', 'notBound']],
    )
    assert.deepEqual(
      fields.map(({ name }) => name),
      ['case.docketNumber', 'task.label'],
    )
    assert.match(fields[0]?.value ?? '', /\S/)
    assert.deepEqual(await inbox(dora), before, 'nobody was told')

    // What the party has said on another case, which whoever tries it may not see, is not told.
    const toParty = async () => {
      const { messages } = (await tried({ draft: { ...draft, suppressWhen: ['optedOut'] } }))
        .json as NotificationPreview
      const found = messages.filter(({ recipient }) => recipient.kind === 'party')
      return [found[0]?.recipient.id, found.map(({ outcome }) => outcome)] as const
    }
    const [partyId, outcomes] = await toParty()
    assert.deepEqual(outcomes, ['notBound'])
    const person = { firstName: 'Ada', lastName: 'Byron' }
    const opened = await world.admin('POST', '/cases', {
      body: { veteran: person, receiptDate: '2026-03-02' },
    })
    const elsewhere = `/cases/${(opened.json as { case: { id: string } }).case.id}/parties/${partyId}`
    await world.admin('POST', elsewhere, { body: { role: 'appellant', person } })
    const optedOut = { body: { optedOut: ['email'] } }
    assert.equal((await world.admin('PUT', `${elsewhere}/notices`, optedOut)).status, 200)
    assert.deepEqual((await toParty())[1], ['notBound'])
    assert.equal((await world.admin('PUT', on(`/parties/${partyId}/notices`), optedOut)).status, 200)
    assert.deepEqual((await toParty())[1], ['suppressed'])

    const plain = { ...draft, subject: 'News', body: 'There is news.' }
    const refusals = [
      [
        { draft: { ...draft, body: '{{ document.name }}' } },
        400,
        /draft\.body names the field document\.name/,
      ],
      [
        { draft: { ...draft, body: '{% for a in (1..9) %}x{% endfor %}' } },
        400,
        /cannot be read as a template/,
      ],
      [{ draft: { ...draft, body: '{{ case.type | append: nowhere }}' } }, 400, /nowhere/],
      [{ draft: { ...plain, on: { event: 'notification.owed' } } }, 400, /cannot lead to another/],
      [{ draft: { ...plain, on: { event: 'task.opend' } } }, 400, /task\.opened/],
      [{ draft: { ...plain, on: { event: 'document.removed' } } }, 422, /Nothing has happened on this case/],
      [{ notification: 'caseDocketd' }, 400, /caseDocketed/],
      [{}, 400, /Either notification or draft/],
    ] as const
    for (const [body, wanted, sentence] of refusals) {
      const reply = await tried(body)
      assert.equal(reply.status, wanted, reply.text)
      assert.match(reply.text, sentence)
    }
    assert.equal((await tried({ notification: 'taskOpened' })).status, 200)
    assert.equal((await tried({ draft }, judith)).status, 403)
  })

  it('of another are not there', async () => {
    const { alerts } = await inbox(dora)
    const [alert] = alerts as [Alert]
    const reply = await judith('PUT', `/alerts/${alert.id}/read`, { body: { read: true } })
    assert.deepEqual([reply.status, reply.json], [404, { error: 'You have no such alert.' }])
    assert.equal((await judith('PUT', '/alerts/read', { body: { upTo: alert.id } })).status, 404)
    assert.ok((await inbox(judith)).alerts.every(({ id }) => id !== alert.id))
    assert.equal((await world.anonymous('GET', '/alerts')).status, 401)
  })

  it('are not told to who has opted out of them, and what they may choose is said', async () => {
    const before = (await inbox(judith)).alerts.length
    const optOuts = [{ notification: 'taskAssigned' }]
    const set = await judith('PUT', '/subscriptions', { body: { optOuts, timeZone: 'America/Denver' } })
    assert.equal(set.status, 200, set.text)
    const { subscriptions, choices } = (await judith('GET', '/subscriptions')).json as {
      subscriptions: unknown
      choices: { notification: string; mayOptOut: boolean }[]
    }
    assert.deepEqual(subscriptions, { optOuts, timeZone: 'America/Denver' })
    assert.equal(choices.find(({ notification }) => notification === 'taskAssigned')?.mayOptOut, true)
    assert.equal(
      choices.find(({ notification }) => notification === 'caseDocketed'),
      undefined,
      'what only parties get by channels that reach no member is no choice',
    )
    await give('judith')
    await give('dora')
    await alerted(dora, 4)
    assert.equal((await inbox(judith)).alerts.length, before)
  })

  it('a representative is offered what is for those who represent somebody, where it reaches them', async () => {
    const ruth = await world.member('ruth', ['representative'])
    const { choices, channels } = (await ruth('GET', '/subscriptions')).json as {
      choices: { notification: string; channels: string[] }[]
      channels: string[]
    }
    const offered = choices.map((one) => [one.notification, one.channels])
    assert.deepEqual([offered, channels], [[['deathNotice', ['inApp']]], ['inApp']])
  })

  it('of two settings that begin with the same version the second is refused, and the first stays', async () => {
    const settings = async () =>
      (await dora('GET', '/subscriptions')).json as {
        version: number
        subscriptions: object
        channels: string[]
      }
    const { version, channels } = await settings()
    assert.deepEqual(channels, ['inApp'])
    const save = (timeZone: string, from: number) =>
      dora('PUT', '/subscriptions', { body: { timeZone }, headers: { 'if-match': `"${from}"` } })
    const unknown = await save('Asia/Tokyo', version + 7)
    assert.deepEqual(
      [unknown.status, unknown.json],
      [409, { error: `Your settings are at version ${version}, not ${version + 7}: read them again.` }],
    )
    assert.equal((await save('America/Denver', version)).status, 200)
    assert.equal((await save('Asia/Tokyo', version)).status, 409)
    const { version: now, subscriptions } = await settings()
    assert.deepEqual([now, subscriptions], [version + 1, { timeZone: 'America/Denver' }])
  })

  it('a subscription that names what there is none of is refused in a sentence', async () => {
    const refused = async (body: unknown) => {
      const { status, json } = await dora('PUT', '/subscriptions', { body })
      assert.equal(status, 400)
      return (json as { error: string }).error
    }
    assert.match(await refused({ timeZone: 'Mars/Base' }), /^timeZone must be a time zone such as/)
    assert.match(await refused({ optOuts: [{ notification: 'taskAsigned' }] }), /Did you mean taskAssigned/)
    assert.match(
      await refused({ optOuts: [{ notification: 'deathNotice' }] }),
      /^Nobody can opt out of deathNotice/,
    )
    assert.match(await refused({ quietHours: { from: '25:00', to: '07:00' } }), /quietHours/)
    const keys = { p256dh: `B${'x'.repeat(86)}`, auth: 'y'.repeat(22) }
    assert.match(
      await refused({ pushSubscriptions: [{ endpoint: 'http://push.example.org/1', keys }] }),
      /endpoint must be written like https:/,
    )
  })
})
