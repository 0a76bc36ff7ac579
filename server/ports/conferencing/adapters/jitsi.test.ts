import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { conferencingLaws } from '@portico/contract/conformance/conferencing'
import { keepsTheLaws, subjectOf } from '@portico/contract/conformance/kit'
import { jwtVerify } from 'jose'
import jitsi from './jitsi.ts'

const appSecret = 'a secret that has thirty-two characters'
const options = {
  url: 'https://meet.example.org/',
  appId: 'portico',
  appSecret,
  audience: 'jitsi',
  linkMinutes: 60,
}

describe('Jitsi as a conferencing service', () => {
  it('keeps the laws of the port', async () => {
    const server = createServer((_, response) => response.end('<html></html>'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const results = await keepsTheLaws(conferencingLaws, subjectOf(jitsi, { ...options, url }))
    const own = [
      'sameHandle',
      'sessionsApart',
      'unknown',
      'moved',
      'movedAfterCancel',
      'lateOrder',
      'madeAnew',
    ]
    assert.deepEqual(
      results.flatMap(({ law, result }) =>
        ['gone', ...own, 'roles', 'personal'].includes(law) ? [result] : [],
      ),
      Array.from({ length: own.length + 3 }, () => 'kept'),
    )
    server.close()
    server.closeAllConnections()
  })

  it('signs links as the token authentication of Prosody asks for: one room, one person, one role', async () => {
    const { adapter } = await subjectOf(jitsi, options).open()
    const context = {
      key: 'k',
      attempt: 1,
      signal: AbortSignal.timeout(60_000),
      open: async () => assert.fail(),
    }
    const slot = { startsAt: '2027-05-04T14:00:00.000Z', minutes: 60, timeZone: 'America/New_York' }
    const of = { case: { caseId: 'case_1' }, sessionId: 'session_1', kind: 'video' as const, slot }
    const { handle } = await adapter.calls.create(of, context)
    const person = { name: 'Maria Lindqvist', id: 'party_1' }
    const { hostUrl, participantUrl } = await adapter.calls.detail({ handle, participant: person }, context)
    const claims = async (url: string) => {
      const { origin, pathname, searchParams } = new URL(url)
      assert.equal(origin + pathname, `https://meet.example.org/${handle}`)
      const key = new TextEncoder().encode(appSecret)
      const checks = {
        issuer: 'portico',
        audience: 'jitsi',
        subject: 'meet.example.org',
        algorithms: ['HS256'],
      }
      return (await jwtVerify(searchParams.get('jwt') ?? '', key, { ...checks, maxTokenAge: '1h' })).payload
    }
    const [host, participant] = [await claims(hostUrl), await claims(participantUrl)]
    assert.deepEqual([host.room, participant.room], [handle, handle])
    assert.deepEqual([host.moderator, participant.moderator], [true, false])
    assert.deepEqual(participant.context, { user: { ...person, moderator: false } })
    assert.equal((participant.exp ?? 0) - (participant.iat ?? 0), 3600)
  })
})
