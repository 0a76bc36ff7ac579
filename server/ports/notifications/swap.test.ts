import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { AlertList } from '@portico/contract/alerts'
import type { SentNotification } from '@portico/contract/notifications'
import type { Config } from '@portico/contract/ports/config'
import { verifiedMessage } from '@portico/contract/ports/signature'
import type { TaskList } from '@portico/contract/tasks'
import { startSmtpSink } from '../../test/smtp-sink.ts'
import { until } from '../../test/until.ts'
import { startWorld } from '../../test/world.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

describe('the notifications port, bound to one thing after the other by configuration alone', () => {
  let server: Server
  const posted: string[] = []
  before(async () => {
    server = createServer(async (request, response) => {
      const body = await buffer(request)
      const message = verifiedMessage(request.headers, body, { secrets: [secret], now: new Date() })
      if (!message) return response.writeHead(401).end()
      if (request.url === '/capabilities')
        return response.end(JSON.stringify({ port: 'notifications', spec: 1, supports: [] }))
      posted.push(JSON.parse(body.toString()).input.subject)
      const receipt = { channel: 'email', sentAt: new Date().toISOString() }
      response.end(JSON.stringify({ output: { receipt } }))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  after(() => void server.close())

  /** The same work under any configuration; says of what dora was alerted, and what was sent. */
  async function assign(config: Config | undefined, isSent: boolean) {
    const world = await startWorld({ SWAP_SECRET: secret }, config)
    const dora = await world.member('dora', ['intake'])
    const { tasks } = (await world.admin('GET', `/cases/${world.caseId}/tasks?open=true`)).json as TaskList
    const place = `/cases/${world.caseId}/tasks/${tasks.find(({ type }) => type === 'intake')?.id}/assignee`
    const reply = await world.admin('PUT', place, { body: { assignee: { person: 'dora' } } })
    assert.ok(reply.status < 300, reply.text)
    const { alerts } = await until(async () => {
      const found = (await dora('GET', '/alerts')).json as AlertList
      return found.alerts.length > 0 && found
    })
    const notifications = await until(async () => {
      const { json } = await world.admin('GET', `/cases/${world.caseId}/notifications`)
      const found = (json as { notifications: SentNotification[] }).notifications
      return (!isSent || found.some(({ status }) => status === 'delivered')) && found
    })
    await world.close()
    return { subject: alerts[0]?.subject ?? '', notifications }
  }

  it('nothing is configured: there is the alert', async () => {
    const { subject, notifications } = await assign(undefined, false)
    assert.match(subject, /^Intake: /)
    assert.deepEqual(notifications, [])
  })

  it('a mail server', async () => {
    const sink = await startSmtpSink()
    const mail = {
      adapter: 'smtp',
      host: '127.0.0.1',
      port: sink.port,
      security: 'none',
      from: 'portico@example.org',
    }
    const { subject, notifications } = await assign(
      { ports: { notifications: { ...mail, channels: ['email'] } } },
      true,
    )
    assert.equal(notifications.length, 1)
    assert.equal(sink.mails[0]?.envelopeId, notifications[0]?.id)
    assert.ok(sink.mails[0]?.data.includes(`Subject: ${subject}`))
    await sink.close()
  })

  it('a service of your own', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const own = { adapter: 'http', url, secret: { env: 'SWAP_SECRET' }, privateAddresses: true }
    const { subject } = await assign({ ports: { notifications: { ...own, channels: ['email'] } } }, true)
    assert.deepEqual(posted, [subject])
  })
})
