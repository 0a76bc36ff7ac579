import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { keepsTheLaws, type Mood, subjectOf } from '@portico/contract/conformance/kit'
import { notificationsLaws } from '@portico/contract/conformance/notifications'
import { type InputOf, PortError } from '@portico/contract/ports/kit'
import type { notifications } from '@portico/contract/ports/notifications'
import { importJWK, jwtVerify } from 'jose'
import { openOutbound } from '../../delivery/outside/outbound.ts'
import webPush, { encrypted } from './web-push.ts'

const base64url = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'base64url')

/** The other end of RFC 8291, written from its text: what the browser does with a message. */
function decrypted(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const length = body.readUInt8(20)
  const sender = body.subarray(21, 21 + length)
  const sealed = body.subarray(21 + length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const ikm = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = plain.lastIndexOf(2)
  return plain.subarray(0, end).toString('utf8')
}

/** A push service that knows one browser: it checks the token, and keeps one message of a topic. */
async function startPushService(publicKey: string) {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = Buffer.alloc(16, 5)
  const shown = new Map<string, string>()
  const hanging = new Set<() => void>()
  let now: Mood = 'well'
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x as string, y: y as string }, 'ES256')
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (now === 'hanging') await new Promise<void>((go) => hanging.add(go))
    if (response.destroyed) return
    if (now === 'refusing') return response.writeHead(400).end()
    const { authorization = '', topic, ttl } = request.headers
    const [, token = '', named] = /^vapid t=(\S+), k=(\S+)$/.exec(authorization) ?? []
    const audience = `http://${request.headers.host}`
    const isSigned = await jwtVerify(token, key, { audience, subject: 'mailto:ops@example.org' }).then(
      () => named === publicKey,
      () => false,
    )
    if (!isSigned || ttl === undefined) return response.writeHead(403).end()
    shown.set(String(topic), decrypted(body, browser, auth))
    response.writeHead(201, { location: `${audience}/message/1` }).end()
  })
  const listen = async (port: number) => void (await once(server.listen(port, '127.0.0.1'), 'listening'))
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  const keys = { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') }
  return {
    subscription: { endpoint: `http://127.0.0.1:${port}/push/1`, keys },
    shown,
    effects: async () => [...shown.values()],
    async mood(mood: Mood) {
      if (mood === 'down') await stop()
      else if (now === 'down') await listen(port)
      now = mood
      for (const go of hanging) go()
      hanging.clear()
    },
    close: async () => (now === 'down' ? undefined : stop()),
  }
}

/** A push service that answers everything with a status. */
async function startAnswering(status: number, headers: Record<string, string> = {}) {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, headers).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/push`,
    close: () => new Promise((done) => server.close(done)),
  }
}

type Subscriptions = InputOf<typeof notifications, 'notify'>['recipient']['pushSubscriptions']

const messageTo = (pushSubscriptions: NonNullable<Subscriptions>) => ({
  notificationId: 'notice_1',
  notification: 'taskAssigned',
  event: { id: 'evt_1', type: 'task.assigned', at: '2026-03-02T15:04:05.000Z' },
  recipient: { id: 'member_1', name: 'Ada Byron', pushSubscriptions },
  channel: 'push',
  subject: 'A draft waits for you',
  text: 'Docket 240319-100482 was assigned to you.',
})

async function opened(fetch = globalThis.fetch) {
  const keys = vapidKeys()
  const options = { contact: 'mailto:ops@example.org', ttlSeconds: 60, ...keys }
  const host = { fetch, now: () => new Date() } as Parameters<typeof webPush.open>[1]
  return { service: await startPushService(keys.publicKey), adapter: await webPush.open(options, host) }
}

const context = () => ({
  key: 'obl_1',
  attempt: 1,
  signal: AbortSignal.timeout(60_000),
  open: async () => assert.fail(),
})

const failureOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof PortError)
  return error
}

function vapidKeys() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') }
}

describe('the web push adapter of notifications', () => {
  it('keeps the laws of the port, and what it sends the browser can read', async () => {
    const keys = vapidKeys()
    const service = await startPushService(keys.publicKey)
    const options = { contact: 'mailto:ops@example.org', ttlSeconds: 60, ...keys }
    const notify = {
      notificationId: 'notification_{id}',
      notification: 'taskAssigned',
      event: { id: 'evt_{id}', type: 'task.assigned', at: '2026-03-02T15:04:05.000Z' },
      recipient: { id: 'member_1', name: 'Ada Byron', pushSubscriptions: [service.subscription] },
      channel: 'push',
      subject: 'A draft waits for you',
      text: 'Docket 240319-100482 was assigned to you. '.repeat(200),
      url: 'https://portico.example/workspace/',
    }
    const { effects, mood } = service
    await keepsTheLaws(notificationsLaws, subjectOf(webPush, options, { effects, mood, samples: { notify } }))
    const told = JSON.parse([...service.shown.values()][0] ?? '{}') as {
      title: string
      url: string
      tag: string
    }
    assert.equal(told.title, 'A draft waits for you')
    assert.equal(told.url, 'https://portico.example/workspace/')
    assert.match(told.tag, /^notification_/)
    await service.close()
  })

  it('a browser that cannot be reached keeps the message from no other', async () => {
    const { service, adapter } = await opened()
    const away = await startAnswering(500)
    await away.close()
    const { endpoint, keys } = service.subscription
    const browsers = [
      { endpoint: away.endpoint, keys },
      { endpoint: 'https://', keys },
      { endpoint, keys: { p256dh: 'AAAA', auth: 'AAAA' } },
      service.subscription,
    ]
    const { receipt } = await adapter.calls.notify(messageTo(browsers), context())
    assert.equal(receipt?.channel, 'push')
    assert.equal(service.shown.size, 1)
    const { message } = await failureOf(adapter.calls.notify(messageTo(browsers.slice(2, 3)), context()))
    assert.equal(message, 'The keys of the push subscription are not valid.')
    await service.close()
  })

  it('the fault of an endpoint is not taken for one of the binding', async () => {
    const { service, adapter } = await opened()
    const { keys } = service.subscription
    for (const [status, code, retryAfterMs] of [
      [403, 'conflict', 7_000],
      [429, 'conflict', 7_000],
      [503, 'conflict', 7_000],
      [410, 'gone', undefined],
      [413, 'refused', undefined],
    ] as const) {
      const { endpoint, close } = await startAnswering(status, { 'retry-after': '7' })
      const error = await failureOf(adapter.calls.notify(messageTo([{ endpoint, keys }]), context()))
      assert.deepEqual([error.code, error.retryAfterMs], [code, retryAfterMs], String(status))
      assert.equal(error.isOfRecipient, true)
      await close()
    }
    await service.close()
  })

  it('calls no address of this machine or of its network, and does not say which there are', async () => {
    const outbound = openOutbound({ reach: 'public', env: {} })
    const { service, adapter } = await opened(outbound.fetch)
    const { endpoint, keys } = service.subscription
    for (const place of [
      endpoint,
      endpoint.replace('127.0.0.1', 'localhost'),
      'https://10.0.0.1/push',
      'https://169.254.169.254/push',
      'https://nosuch.invalid/push',
    ]) {
      const error = await failureOf(adapter.calls.notify(messageTo([{ endpoint: place, keys }]), context()))
      assert.deepEqual(
        [error.code, error.message, error.isOfRecipient],
        ['conflict', 'The push service cannot be reached.', true],
        place,
      )
    }
    assert.equal(service.shown.size, 0)
    await outbound.close()
    await service.close()
  })

  it('encrypts as the example of RFC 8291 does', () => {
    const sender = createECDH('prime256v1')
    sender.setPrivateKey(base64url('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const salt = base64url('DGv6ra1nlYgDCS1FRnbzlw')
    const sealed = encrypted(Buffer.from('When I grow up, I want to be a watermelon'), keys, { salt, sender })
    assert.equal(
      sealed.toString('base64url'),
      `DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml
       mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT
       pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN`.replaceAll(/\s/g, ''),
    )
  })
})
