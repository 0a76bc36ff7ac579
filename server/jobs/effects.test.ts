import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { ChainedEvent } from '../store/events/append.ts'
import { allJobs } from './all.ts'
import { jobsFor } from './effects.ts'

const filed = (caseId: string, pageCount: number) =>
  ({ type: 'document.filed', caseId, data: { content: { pageCount } } }) as ChainedEvent

describe('the work that events ask for', () => {
  it('citations follow once what held them fast is recalled', () => {
    const recalled = { type: 'workProduct.recalled', caseId: 'case_1' } as ChainedEvent
    assert.deepEqual(jobsFor([recalled, recalled]), [
      { name: 'followCitations', key: 'case_1', payload: { caseId: 'case_1' } },
    ])
  })

  it('the text of a small document is read promptly; of a large one, and of many, in bulk', () => {
    const namesFor = (events: ChainedEvent[]) => jobsFor(events).map(({ name, key }) => `${name} ${key}`)
    assert.deepEqual(namesFor([filed('case_1', 3)]), ['readTexts case_1'])
    assert.deepEqual(namesFor([filed('case_1', 2600)]), ['readManyTexts case_1'])
    const loaded = Array.from({ length: 90 }, (_, index) => filed(`case_${index % 2}`, 3))
    assert.deepEqual(namesFor(loaded), ['readManyTexts case_0', 'readManyTexts case_1'])
  })

  it('a purge is finished once what was under way has settled', () => {
    const purged = { type: 'case.purged', caseId: 'case_1', recordedAt: '2026-01-01T00:00:00.000Z' }
    assert.deepEqual(jobsFor([purged as ChainedEvent]), [
      { name: 'finishPurges', key: 'all', payload: {}, runAt: new Date('2026-01-01T00:15:00.000Z') },
    ])
  })

  it('every job that is declared is in the list, under a name of its own', () => {
    const declared = globSync('*.ts', { cwd: import.meta.dirname })
      .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
      .flatMap((text) => [...text.matchAll(/^export const \w+ = defineJob\(\{\n {2}name: '(\w+)'/gm)])
      .map(([, name]) => name)
    assert.ok(declared.length > 10)
    assert.deepEqual(allJobs.map(({ name }) => name).toSorted(), declared.toSorted())
  })
})
