import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { audiences, declaredIn, type Reading } from '@portico/contract/audience'
import { eventData, eventTypes } from '@portico/contract/events'
import { routes } from '@portico/contract/table'
import { openPermissions } from '../auth/can.ts'
import { isVisibleTo } from '../core/file/reader.ts'
import { roles } from '../profile/default/people.ts'

const page = new URL('../../docs/explanation/who-sees-what.md', import.meta.url)
const ticked = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word!)

/** The rows of the table below a heading, without its head. */
async function rowsBelow(heading: string): Promise<string[][]> {
  const [, below = ''] = (await readFile(page, 'utf8')).split(`${heading}\n`)
  const lines = below.split('\n')
  const start = lines.findIndex((line) => line.startsWith('|'))
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  return lines.slice(start + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

describe('the page that says who sees what', () => {
  it('has the audiences, from narrow to wide, and who is of each', async () => {
    const rows = await rowsBelow('# Who sees what')
    assert.deepEqual(
      rows.map(([name]) => name),
      audiences,
    )
    const { readingOf } = openPermissions({ mode: 'deployment', roles: () => roles })
    const facts = { id: 'case_1', sensitivity: 0, representativeIds: ['mem_1'] }
    const others = { ...facts, representativeIds: [] }
    for (const { name, cases, may, isAdministrator } of roles) {
      const asking = { id: 'mem_1', roles: [name], clearance: 9 }
      const expected: Reading = isAdministrator
        ? 'administration'
        : cases === 'represented'
          ? 'party'
          : may.includes('readDeliberations')
            ? 'deliberation'
            : may.includes('workTasks')
              ? 'staff'
              : 'integration'
      assert.equal(readingOf(asking, cases === 'represented' ? facts : others).audience, expected, name)
    }
  })

  it('says of every event whom it is for, as the contract does: `npm run generate` writes it', async () => {
    const written = (await rowsBelow('## Events')).map(([type = '', all, fields = '']) => ({
      type: ticked(type)[0],
      all,
      fields: Object.fromEntries(
        fields.split(';').flatMap((part) => {
          const [audience = '', names = ''] = part.split(':')
          return ticked(names).map((name) => [name, audience.trim()])
        }),
      ),
    }))
    const declared = eventTypes.map((type) => {
      const { all, fields = {} } = declaredIn(eventData[type]) ?? {}
      return { type, all, fields }
    })
    const order = (rows: { type?: string | undefined }[]) =>
      rows.toSorted((a, b) => (String(a.type) < String(b.type) ? -1 : 1))
    assert.deepEqual(order(written), order(declared))
  })

  it('says of every route whom it answers', async () => {
    const written = (await rowsBelow('## Answers')).flatMap(([audience, names = '']) =>
      ticked(names).map((name) => [name, audience]),
    )
    const declared = Object.entries(routes).map(([name, { audience }]) => [name, audience])
    assert.deepEqual(Object.fromEntries(written), Object.fromEntries(declared))
  })

  it('tells a party of nothing that is written among staff', () => {
    for (const type of eventTypes.filter((one) => /^(task|timer|mail|delivery)\./.test(one)))
      assert.equal(isVisibleTo(type, 'party'), false, type)
    for (const type of ['document.markedRead', 'issue.decided', 'workProduct.signed'] as const)
      assert.equal(isVisibleTo(type, 'party'), false, type)
  })
})
