import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { subjectOf } from '@portico/contract/conformance/kit'
import caldav from './caldav.ts'

const start = 'DTSTART:20270301T150000Z'
const objects = {
  'usual.ics': [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:usual',
    start,
    'DURATION:PT1H',
    'END:VEVENT',
    'END:VCALENDAR',
  ],
  'bare.ics': ['begin:vevent', 'UID:bare', 'DTSTART:20270302T150000Z', 'DURATION:PT1H', 'end:vevent'],
  'cut.ics': ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:cut', 'DTSTART:20270304T150000Z'],
  'none.ics': ['This is no calendar.'],
}
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const answer = Object.entries(objects).map(
  ([name, lines]) =>
    `<d:response><d:href>/home/judith/${name}</d:href><d:propstat><d:prop><d:getetag>"1"</d:getetag>` +
    `<c:calendar-data>${escaped(lines.join('\r\n'))}</c:calendar-data></d:prop>` +
    '<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>',
)

describe('what a CalDAV server keeps', () => {
  const server = createServer((asked, reply) => {
    asked.resume()
    reply.writeHead(207, { 'content-type': 'application/xml; charset=utf-8' })
    reply.end(
      `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${answer.join('')}</d:multistatus>`,
    )
  })
  before(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)))
  after(() => server.close())

  it('is busy also where an object has no calendar around it, or is cut off', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/home/`
    const options = {
      ...{ url, username: 'portico', password: 'secret', timeZone: 'UTC' },
      ...{ calendar: '{id}', sessions: 'portico-sessions', makeCalendars: false },
    }
    const { adapter } = await subjectOf(caldav, options).open()
    const context = {
      ...{ key: 'k', attempt: 1, signal: new AbortController().signal },
      open: async () => assert.fail(),
    }
    const span = { startsAt: '2027-03-01T00:00:00.000Z', endsAt: '2027-03-31T00:00:00.000Z' }
    const participants = [{ id: 'judith', kind: 'adjudicator' as const, name: 'Judith' }]
    const { availability } = await adapter.calls.availability({ participants, ...span }, context)
    assert.deepEqual(
      availability[0]?.free.map(({ startsAt, endsAt }) => `${startsAt.slice(5, 16)}/${endsAt.slice(5, 16)}`),
      ['03-01T00:00/03-01T15:00', '03-01T16:00/03-02T15:00', '03-02T16:00/03-04T00:00'],
    )
  })
})
