import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { AppealSummary } from '@portico/contract/appeals'
import type { Case } from '@portico/contract/cases'
import type { DocumentSummary } from '@portico/contract/documents'
import { until } from '../until.ts'
import { startWorld, type World } from '../world.ts'

describe('a sandbox that has just started', () => {
  let world: World
  let first: AppealSummary[]
  before(async () => {
    world = await startWorld({ PORTICO_SYNTH_PAGES: '22,5,6,7,8,9,12' })
    first = await appeals()
  })
  after(() => world.close())

  const appeals = async () =>
    ((await world.admin('GET', '/appeals')).json as { appeals: AppealSummary[] }).appeals
  const caseOf = async (id: string) =>
    ((await world.admin('GET', `/cases/${id}`)).json as { case: Case }).case

  it('has two cases complete and searchable when it says that it is ready', async () => {
    const cases = await Promise.all(first.map(({ id }) => caseOf(id)))
    const ready = cases.filter(({ pageCount }) => pageCount === 22 || pageCount === 5)
    assert.equal(ready.length, 2)
    for (const { id, text, pageCount } of ready) {
      assert.deepEqual([text.pagesRead, text.pages, text.unreadablePages], [pageCount, pageCount, 0])
      const { json } = await world.admin('GET', `/appeals/${id}/search?q=synthetic`)
      assert.ok((json as { hits: unknown[] }).hits.length > 0, id)
    }
  })

  it('makes the rest in the background, until it can be searched too', async () => {
    const isWhole = async () => {
      const all = await Promise.all((await appeals()).map(({ id }) => caseOf(id)))
      return all.length === 7 && all.every(({ text }) => text.pagesRead === text.pages)
    }
    await until(isWhole, 100)
    const sizes = (await Promise.all((await appeals()).map(({ id }) => caseOf(id)))).map(
      ({ pageCount }) => pageCount,
    )
    assert.deepEqual(
      sizes.toSorted((a, b) => a - b),
      [5, 6, 7, 8, 9, 12, 22],
    )
  })

  it('its documents are in page order, and people have left tags and annotations', async () => {
    const largest = (await Promise.all(first.map(({ id }) => caseOf(id)))).find(
      ({ pageCount }) => pageCount === 22,
    )!
    const { json } = await world.admin('GET', `/appeals/${largest.id}/documents`)
    const { documents } = json as { documents: DocumentSummary[] }
    const starts = documents.map(({ startPage }) => startPage)
    assert.deepEqual(
      starts,
      starts.toSorted((a, b) => a - b),
    )
    const { events } = (await world.admin('GET', `/cases/${largest.id}/events?limit=1000`)).json as {
      events: { type: string; actor: { name: string } }[]
    }
    const authors = (type: string) =>
      new Set(events.filter((event) => event.type === type).map(({ actor }) => actor.name))
    assert.ok(authors('document.tagged').size > 0)
    assert.ok(authors('document.annotated').size > 0)
    assert.ok(
      new Set([...authors('document.tagged'), ...authors('document.annotated')]).size > 1,
      'several people',
    )
  })
})
