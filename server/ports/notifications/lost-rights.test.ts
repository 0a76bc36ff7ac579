import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Obligation } from '@portico/contract/boundary'
import type { Profile } from '@portico/contract/profile'
import { until } from '../../test/until.ts'
import { type Http, startWorld, type World } from '../../test/world.ts'

/** Gateways that are busy at first: what they were given is handed to them again. */
describe('texts and push messages that are handed over again', () => {
  const received: string[] = []
  let isBusy = true
  let gateway: Server
  let world: World
  const people = ['stays', 'leaves']
  before(async () => {
    gateway = createServer((request, response) => {
      request.resume().on('end', () => {
        if (request.method === 'POST') received.push(request.url ?? '')
        response.writeHead(isBusy ? 503 : 201).end()
      })
    })
    await new Promise<void>((listening) => gateway.listen(0, '127.0.0.1', listening))
    const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
    const vapid = createECDH('prime256v1')
    const publicKey = vapid.generateKeys('base64url')
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    world = await startWorld({ SMS_SECRET: secret, PUSH_KEY: vapid.getPrivateKey('base64url') }, {
      ports: {
        notifications: {
          sms: {
            adapter: 'sms-webhook',
            channels: ['text'],
            url: `${url}/text`,
            secret: { env: 'SMS_SECRET' },
          },
          push: {
            adapter: 'web-push',
            channels: ['push'],
            contact: 'mailto:ops@example.org',
            publicKey,
            privateKey: { env: 'PUSH_KEY' },
          },
        },
      },
    } as never)
    const { profile } = (await world.admin('GET', '/profile')).json as { profile: Profile }
    const notifications = profile.notifications.map((notification) =>
      notification.name === 'taskAssigned'
        ? { ...notification, channels: ['inApp', 'text', 'push'] }
        : notification,
    )
    const body = {
      profile: {
        ...profile,
        notifications,
        notificationTimes: { ...profile.notificationTimes, quietHours: undefined },
      },
      why: 'A test of it.',
    }
    const saved = await world.admin('PUT', '/profile', { body })
    assert.ok(saved.status < 300, saved.text)
    for (const name of people) await subscribed(name, await world.member(name, ['intake']), url)
  })
  after(async () => {
    await world?.close()
    gateway.closeAllConnections()
    gateway.close()
  })

  async function subscribed(name: string, http: Http, url: string) {
    const p256dh = createECDH('prime256v1').generateKeys('base64url')
    const keys = { p256dh, auth: randomBytes(16).toString('base64url') }
    const body = { phone: '+1 503 555 0140', pushSubscriptions: [{ endpoint: `https://${name}`, keys }] }
    const reply = await http('PUT', '/subscriptions', { body })
    assert.equal(reply.status, 200, reply.text)
    // Browsers have HTTPS there, which a gateway of a test has not.
    await world.service.db.rows(
      `update member_subscriptions
       set subscriptions = jsonb_set(subscriptions, '{pushSubscriptions,0,endpoint}', to_jsonb($2::text)) where member_id = $1`,
      [await idOf(name), `${url}/push/${name}`],
    )
  }
  const idOf = async (name: string) => (await world.service.identity.members.find(name))?.id ?? ''
  const deliveries = async () =>
    (
      (await world.admin('GET', '/deliveries?port=notifications&limit=500')).json as {
        deliveries: Obligation[]
      }
    ).deliveries

  it('are not to whoever has lost the right meanwhile, and are to everybody else', async () => {
    for (const person of people) {
      const on = `/cases/${world.caseId}`
      const mail = await world.admin('POST', `${on}/mail`, { body: { mailType: 'statusInquiry' } })
      const { task } = mail.json as { task: { id: string } }
      const given = await world.admin('PUT', `${on}/tasks/${task.id}/assignee`, {
        body: { assignee: { person } },
      })
      assert.ok(given.status < 300, given.text)
    }
    await until(() => people.every((name) => received.includes(`/push/${name}`)))
    await until(() => received.filter((one) => one === '/text').length >= 2)
    await world.service.identity.members.deactivate(await idOf('leaves'))
    const before = received.length
    isBusy = false
    await until(async () =>
      (await deliveries()).every(({ status }) => !['waiting', 'sending'].includes(status)),
    )
    assert.deepEqual(received.slice(before).toSorted(), ['/push/stays', '/text'])
  })
})
