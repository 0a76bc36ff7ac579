import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CaseState } from '@portico/contract/cases'
import type { OpenedCase } from '@portico/contract/intake'
import { dayIn } from '../../core/time/local-time.ts'
import { databaseHasEnded, folderWithDatabase, type Running, servePortico, tokenAt } from '../process.ts'
import { until } from '../until.ts'

const zone = 'America/New_York'
const daysAgo = (days: number) => dayIn(new Date(Date.now() - days * 86_400_000), zone)

type Event = { type: string; data: { deadline?: string; day?: string } }

describe('kill -9 while a deadline runs', () => {
  let folder: Awaited<ReturnType<typeof folderWithDatabase>>
  let service: Running
  let token: string

  const start = async () => {
    service = await servePortico({ PORTICO_DATA: folder.path, PORTICO_SYNTH_PAGES: '6' })
    token = await tokenAt(service.url)
  }
  const kill = async () => {
    service.child.kill('SIGKILL')
    await service.ended
    await databaseHasEnded(folder.path)
  }
  before(async () => {
    folder = await folderWithDatabase()
    await start()
  })
  after(async () => {
    await kill()
    await folder.remove()
  })

  async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = await response.text()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${answer}`)
    return JSON.parse(answer) as Answer
  }

  it('keeps its day, which ends where the board is, and one that has passed meanwhile passes once', async () => {
    const veteran = { firstName: 'Ada', lastName: 'Byron' }
    const opened = await ask<OpenedCase>('POST', '/cases', { veteran, receiptDate: daysAgo(30) })
    const { id } = opened.case
    await ask('POST', `/cases/${id}/docket`, { docket: 'evidenceSubmission' })
    const stateOf = () => ask<CaseState>('GET', `/cases/${id}/state`)
    const { deadlines } = await stateOf()
    const [window] = deadlines
    const endsAt = new Date(window?.endsAt ?? '')
    const next = new Date(endsAt.getTime() + 1)
    assert.deepEqual([dayIn(endsAt, zone), dayIn(next, zone) > (window?.day ?? '')], [window?.day, true])
    assert.notEqual(endsAt.toISOString().slice(0, 10), window?.day, 'that day is over in UTC before')
    await kill()
    await start()
    assert.deepEqual((await stateOf()).deadlines, deadlines)

    await ask('PATCH', `/cases/${id}`, { receiptDate: daysAgo(200), why: 'The stamp was misread.' })
    await kill()
    await start()
    await until(async () => (await stateOf()).status === 'onDocket')
    const { events } = await ask<{ events: Event[] }>('GET', `/cases/${id}/events?limit=1000`)
    const fired = events.filter(({ type, data }) => type === 'timer.fired' && data.deadline === window?.name)
    assert.equal(fired.length, 1)
    assert.ok((fired[0]?.data.day ?? '') < daysAgo(0))
    assert.deepEqual((await stateOf()).deadlines, [])
  })
})
