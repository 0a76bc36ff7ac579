import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { SentNotification } from '@portico/contract/notifications'
import { defineAdapter, type Host, type InputOf, PortError } from '@portico/contract/ports/kit'
import { notifications } from '@portico/contract/ports/notifications'
import Type from '@portico/contract/type'
import { submitSmallDraft } from '../../test/released-decision.ts'
import { until } from '../../test/until.ts'
import { type Http, startWorld, type World } from '../../test/world.ts'

type Message = InputOf<typeof notifications, 'notify'>

/** Keeps what it is given; a mailbox of `nobody` it refuses, and for `later` the receipt follows as a fact. */
function postOffice() {
  const messages: Message[] = []
  let host: Host<typeof notifications> | undefined
  const adapter = defineAdapter({
    port: notifications,
    name: 'post-office',
    does: 'Keeps what it is given.',
    options: Type.Object({}),
    open(_, given) {
      host = given
      return {
        supports: ['receipts'],
        calls: {
          async notify(input) {
            const [to = ''] = input.recipient.emails ?? []
            if (to.startsWith('nobody')) throw new PortError('refused', 'No such mailbox.')
            messages.push(input)
            if (to.startsWith('later')) return {}
            return { receipt: { channel: 'email', destination: to, sentAt: new Date().toISOString() } }
          },
        },
        start: async () => {},
      }
    },
  })
  return { adapter, messages, host: () => until(() => host) }
}

describe('the notifications port', () => {
  const office = postOffice()
  const other = postOffice()
  let world: World
  before(async () => {
    world = await startWorld(
      {},
      {
        ports: {
          notifications: {
            main: { adapter: office.adapter, channels: ['email'] },
            other: { adapter: other.adapter, channels: ['letter'] },
          },
        },
      },
    )
  })
  after(() => world.close())

  const on = (place: string) => `/cases/${world.caseId}${place}`
  const sent = async () =>
    ((await world.admin('GET', on('/notifications'))).json as { notifications: SentNotification[] })
      .notifications
  const events = async (type: string) =>
    (
      (await world.admin('GET', on(`/events?types=${type}`))).json as {
        events: { data: Record<string, string> }[]
      }
    ).events
  const messagesOf = (name: string) => office.messages.filter(({ notification }) => notification === name)
  const done = async (http: Http, method: string, place: string, body: unknown) => {
    const reply = await http(method, on(place), { body })
    assert.ok(reply.status < 300, reply.text)
    return reply.json
  }
  const taskFor = async (username: string) => {
    const { task } = (await done(world.admin, 'POST', '/mail', { mailType: 'statusInquiry' })) as {
      task: { id: string }
    }
    await done(world.admin, 'PUT', `/tasks/${task.id}/assignee`, { assignee: { person: username } })
  }

  it('each case action that the profile names reaches whom it names, and the receipts are events of the case', async () => {
    await done(world.admin, 'POST', '/parties/party_ada', {
      role: 'appellant',
      person: { firstName: 'Ada', lastName: 'King' },
      contact: { emails: ['ada@example.org'] },
    })
    await submitSmallDraft(world)
    const session = (await done(world.admin, 'POST', '/sessions', { kind: 'video' })) as {
      session: { id: string }
    }
    const slot = {
      startsAt: '2096-03-02T14:30:00.000Z',
      minutes: 60,
      timeZone: 'America/New_York',
      place: 'Room 4',
    }
    await done(world.admin, 'PUT', `/sessions/${session.session.id}/slot`, { slot })
    await until(() =>
      ['caseDocketed', 'taskOpened', 'draftReadyForReview', 'sessionScheduled'].every(
        (name) => messagesOf(name).length > 0,
      ),
    )
    const [docketed] = messagesOf('caseDocketed') as [Message]
    assert.deepEqual([docketed.channel, docketed.recipient.emails], ['email', ['ada@example.org']])
    assert.match(docketed.text, /is on the docket: Direct review\.$/)
    assert.equal(docketed.case?.caseId, world.caseId)
    const [hearing] = messagesOf('sessionScheduled') as [Message]
    const [sentence, , link] = hearing.text.split('\n')
    assert.equal(sentence, 'Your hearing is on March 2, 2096 at 09:30 (America/New_York): Room 4.')
    assert.match(link ?? '', /^Join it here: \S+\/workspace\/room#\S+$/)
    assert.deepEqual(messagesOf('draftReadyForReview')[0]?.recipient.emails, ['judith@example.test'])
    const all = await until(async () => {
      const found = await sent()
      return found.length >= 4 && found.every(({ status }) => status === 'delivered') && found
    })
    assert.equal((await events('notification.receipted')).length, all.length)
    assert.equal(
      new Set(office.messages.map(({ notificationId }) => notificationId)).size,
      office.messages.length,
    )
  })

  it('a replay sends nobody the same again', async () => {
    const before = office.messages.length
    const reply = await world.admin('POST', '/ports/notifications/replay', {
      body: { binding: 'main', caseId: world.caseId },
    })
    assert.ok(reply.status < 300, reply.text)
    await until(async () => {
      const { json } = await world.admin('GET', `/deliveries?port=notifications&status=waiting,sending`)
      return (json as { deliveries: unknown[] }).deliveries.length === 0
    })
    assert.equal(office.messages.length, before)
  })

  it('a receipt that follows, and a bounce after it, are told on the case', async () => {
    await world.member('later', ['caseSupport'])
    await taskFor('later')
    const message = await until(() => office.messages.find(({ recipient }) => recipient.name === 'later'))
    const { notificationId } = message
    const host = await office.host()
    const statusOf = async () => (await sent()).find(({ id }) => id === notificationId)?.status
    assert.equal(await statusOf(), 'owed')
    const at = new Date().toISOString()

    // Another binding that knows its id tells nothing of it.
    const stranger = await other.host()
    await stranger.tell('receipt', { notificationId, channel: 'email', sentAt: at }, { id: 's1' })
    const foreign = await until(async () => {
      const { facts } = (await world.admin('GET', '/inbox')).json as {
        facts: { id: string; reason: string }[]
      }
      return facts[0]
    })
    assert.equal(foreign.reason, 'There is no notification with this notificationId.')
    assert.equal(await statusOf(), 'owed')
    await world.admin('POST', `/inbox/${foreign.id}/drop`, { body: { why: 'Not theirs.' } })

    await host.tell('receipt', { notificationId, channel: 'email', sentAt: at }, { id: 'r1' })
    await until(async () => (await statusOf()) === 'delivered')
    await host.tell('bounce', { notificationId, why: 'The mailbox is full.', failedAt: at }, { id: 'b1' })
    await until(async () => (await statusOf()) === 'failed')
    await host.tell('bounce', { notificationId, why: 'The mailbox is full.', failedAt: at }, { id: 'b2' })
    await host.tell('bounce', { notificationId: 'unknown', why: 'No such user.', failedAt: at }, { id: 'b3' })
    const facts = await until(async () => {
      const { facts } = (await world.admin('GET', '/inbox')).json as { facts: { fact: { why: string } }[] }
      return facts.length > 0 && facts
    })
    assert.deepEqual(
      facts.map(({ fact }) => fact.why),
      ['No such user.'],
    )
    assert.equal((await events('notification.failed')).length, 1)
  })

  it('what is refused is a dead letter that can be sent again', async () => {
    await world.member('nobody', ['caseSupport'])
    await taskFor('nobody')
    const failed = async () =>
      (
        (await world.admin('GET', '/deliveries?port=notifications&status=failed')).json as {
          deliveries: { id: string; error: string; attempts: number }[]
        }
      ).deliveries
    const dead = await until(async () => (await failed()).find(({ error }) => error === 'No such mailbox.'))
    assert.ok((await events('notification.failed')).some(({ data }) => data.obligationId === dead.id))
    const redriven = await world.admin('POST', `/deliveries/${dead.id}/redrive`, { body: {} })
    assert.equal(redriven.status, 200, redriven.text)
    await until(async () => (await failed()).find(({ id, attempts }) => id === dead.id && attempts > 1))
  })
})
