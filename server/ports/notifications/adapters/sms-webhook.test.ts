import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { keepsTheLaws, type Mood, subjectOf } from '@portico/contract/conformance/kit'
import { notificationsLaws } from '@portico/contract/conformance/notifications'
import { PortError } from '@portico/contract/ports/kit'
import { Webhook } from 'standardwebhooks'
import smsWebhook from './sms-webhook.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** A gateway that checks token and signature with the library of the specification, and sends a text of a key once. */
async function startGateway() {
  const sent = new Map<string, { to: string; text: string; reference: string }>()
  const hanging = new Set<() => void>()
  let now: Mood = 'well'
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const body = await text(request)
    if (now === 'hanging') await new Promise<void>((go) => hanging.add(go))
    if (response.destroyed) return
    if (request.method === 'OPTIONS') return answer(200, {})
    if (now === 'refusing') return answer(422, { error: 'This number cannot be reached.' })
    if (request.headers.authorization !== 'Bearer sesame') return answer(401, { error: 'No token.' })
    new Webhook(secret).verify(body, request.headers as Record<string, string>)
    const key = String(request.headers['idempotency-key'])
    if (!sent.has(key)) sent.set(key, JSON.parse(body))
    return answer(201, { id: `sms-${[...sent.keys()].indexOf(key)}` })
  })
  const listen = async (port: number) => void (await once(server.listen(port, '127.0.0.1'), 'listening'))
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/messages`,
    sent,
    effects: async () => [...sent.values()].map(({ reference }) => reference),
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

describe('the SMS webhook of notifications', () => {
  it('keeps the laws of the port', async () => {
    const gateway = await startGateway()
    const options = { url: gateway.url, secret, token: 'sesame', from: 'Portico', receipts: false }
    const { effects, mood } = gateway
    await keepsTheLaws(notificationsLaws, subjectOf(smsWebhook, options, { effects, mood }))
    const [message] = gateway.sent.values()
    assert.equal(message?.to, '+1 503 555 0140')
    assert.equal(message?.text, 'Docket 240319-100482 was assigned to you.')
    await gateway.close()
  })

  it('takes an answer of any length for a yes, and says what a gateway that is down says', async () => {
    const server = createServer((request, response) => {
      request.resume()
      if (request.method === 'OPTIONS')
        return response.writeHead(503).end(JSON.stringify({ error: 'Back at noon.' }))
      response.writeHead(201)
      for (let count = 0; count < 20; count++) response.write(' '.repeat(10_000))
      response.end('{"id":"sms-1"}')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`
    const { adapter } = await subjectOf(smsWebhook, { url, secret, receipts: false }).open()
    const input = {
      notificationId: 'notice_1',
      notification: 'taskAssigned',
      event: { id: 'evt_1', type: 'task.assigned', at: '2026-03-02T15:04:05.000Z' },
      recipient: { id: 'mem_1', name: 'Ada', phones: ['+1 503 555 0140'] },
      channel: 'text',
      subject: 'A task',
      text: 'A task.',
    }
    const signal = AbortSignal.timeout(60_000)
    const call = { key: 'obl_1', attempt: 1, signal, open: async () => assert.fail() }
    const { receipt } = await adapter.calls.notify(input, call)
    assert.deepEqual([receipt?.destination, receipt?.tracking], ['+1 503 555 0140', undefined])
    await assert.rejects(async () => adapter.check?.(signal), { message: 'Back at noon.' })
    server.closeAllConnections()
    server.close()
  })

  it('does not open with a secret that is none', () => {
    const options = { url: 'http://127.0.0.1:1', secret: 'hush', receipts: false }
    assert.throws(() => smsWebhook.open(options, {} as never), PortError)
  })
})
