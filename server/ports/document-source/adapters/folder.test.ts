import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { documentSourceLaws } from '@portico/contract/conformance/document-source'
import { keepsTheLaws, subjectOf } from '@portico/contract/conformance/kit'
import { openTrial } from '@portico/contract/conformance/trial'
import folder from './folder.ts'

const docketNumber = '240319-100482'

describe('the folder adapter of the document source', () => {
  let root: string
  let options: { path: string; writeBackPath: string; settleSeconds: number }
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'portico-source-'))
    const path = join(root, 'in')
    const writeBackPath = join(root, 'back')
    await mkdir(join(path, docketNumber), { recursive: true })
    await mkdir(writeBackPath)
    await writeFile(join(path, docketNumber, 'form-9.pdf'), 'one')
    await writeFile(join(path, docketNumber, 'exam.pdf'), 'two')
    options = { path, writeBackPath, settleSeconds: 0 }
  })
  after(() => rm(root, { recursive: true }))

  const effects = async () => (await readdir(options.writeBackPath, { recursive: true })).toSorted()
  const opened = async () => {
    const subject = subjectOf(folder, options)
    const trial = openTrial(documentSourceLaws, subject, 10_000)
    return { trial, adapter: await trial.adapter() }
  }

  it('keeps the laws of the port', async () => {
    await keepsTheLaws(documentSourceLaws, subjectOf(folder, options, { effects }))
  })

  it('takes what is said beside a file, and leaves out what is hidden, unfinished or a link', async () => {
    const at = (name: string) => join(options.path, 'D-2', name)
    await mkdir(at('sub'), { recursive: true })
    await writeFile(at('letter.pdf'), 'letter')
    await writeFile(at('letter.pdf.json'), '{"name": "A letter", "suggestedCategory": "procedural"}')
    await writeFile(at('sub/odd.pdf'), 'odd')
    await writeFile(at('sub/odd.pdf.json'), '{"name": 7}')
    await writeFile(at('big.pdf.part'), 'half')
    await writeFile(at('.hidden.pdf'), 'hidden')
    await symlink('/etc/passwd', at('passwd.pdf'))
    const { trial, adapter } = await opened()
    const { documents } = await trial.call(adapter, 'list', { case: { docketNumber: 'D-2' } })
    assert.deepEqual(
      documents.map(({ sourceId, name, suggestedCategory }) => [sourceId, name, suggestedCategory]),
      [
        ['D-2/letter.pdf', 'A letter', 'procedural'],
        ['D-2/sub/odd.pdf', 'odd.pdf', undefined],
      ],
    )
    for (const sourceId of ['../in/D-2/letter.pdf', '/etc/passwd', 'D-2/passwd.pdf'])
      await assert.rejects(
        async () => {
          const wanted = { case: {}, sourceId, revision: '1' }
          for await (const _ of await trial.call(adapter, 'fetch', wanted)) assert.fail('it has bytes')
        },
        /leads out|is a link/,
        sourceId,
      )
    await trial.close()
  })

  it('follows no link: to a file, to what is said beside it, as the folder of a case, or to where documents are written', async () => {
    const outside = join(root, 'outside')
    await mkdir(outside)
    await writeFile(join(outside, 'secret.json'), '{"name": "A secret"}')
    const at = (name: string) => join(options.path, 'D-3', name)
    await mkdir(at(''))
    await writeFile(at('letter.pdf'), 'letter')
    await symlink(join(outside, 'secret.json'), at('letter.pdf.json'))
    await symlink(outside, at('sub'))
    await symlink(outside, join(options.writeBackPath, 'D-3'))
    await symlink(at(''), join(options.path, 'D-3-too'))
    const { trial, adapter } = await opened()
    const { documents } = await trial.call(adapter, 'list', { case: { docketNumber: 'D-3' } })
    assert.deepEqual(
      documents.map(({ name }) => name),
      ['letter.pdf'],
    )
    const another = trial.call(adapter, 'list', { case: { docketNumber: 'D-3-too' } })
    await assert.rejects(another, /D-3-too is a link/)
    const { revision = '' } = documents[0] ?? {}
    const wanted = { case: {}, sourceId: 'D-3-too/letter.pdf', revision }
    await assert.rejects(
      async () => Array.fromAsync(await trial.call(adapter, 'fetch', wanted)),
      /D-3-too is a link/,
    )
    const written = { ...documentSourceLaws.samples.writeBack, case: { docketNumber: 'D-3' } }
    await assert.rejects(trial.call(adapter, 'writeBack', written as never), /D-3 is a link/)
    assert.deepEqual(await readdir(outside), ['secret.json'])
    await trial.close()
    await rm(at(''), { recursive: true })
    await rm(join(options.path, 'D-3-too'))
  })

  it('names a file that it cannot read by its name, and goes on without a folder that it may not read', async () => {
    const at = (name: string) => join(options.path, 'D-4', name)
    await mkdir(at('locked'), { recursive: true })
    await writeFile(at('new\nline.pdf'), 'odd, but good')
    await writeFile(Buffer.concat([Buffer.from(at('caf')), Buffer.from('\xe9.pdf', 'latin1')]), 'Latin-1')
    const deep = at(join(...['a', 'b', 'c'].map((letter) => letter.repeat(200))))
    await mkdir(deep, { recursive: true })
    await writeFile(join(deep, 'deep.pdf'), 'deep')
    await writeFile(at('locked/in.pdf'), 'locked')
    const { trial, adapter } = await opened()
    const ofCase = { case: { docketNumber: 'D-4' } }
    const { documents } = await trial.call(adapter, 'list', ofCase)
    assert.deepEqual(
      documents.map(({ sourceId }) => sourceId),
      ['D-4/caf\ufffd.pdf', 'D-4/locked/in.pdf', 'D-4/new\nline.pdf'],
    )
    const { sourceId = '', revision = '' } = documents[0] ?? {}
    await assert.rejects(
      async () => trial.call(adapter, 'fetch', { case: {}, sourceId, revision }),
      /not UTF-8: rename it/,
    )
    await chmod(root, 0o755)
    await chmod(at('locked'), 0)
    await asNobody(async () => {
      const { arrivals } = await trial.call(adapter, 'arrivals', { limit: 1000 })
      const found = arrivals.map(({ document }) => document.sourceId)
      assert.ok(found.includes('D-4/new\nline.pdf') && !found.includes('D-4/locked/in.pdf'))
      await assert.rejects(async () => trial.call(adapter, 'list', ofCase), {
        code: 'conflict',
        message: /^A folder in .* cannot be read: EACCES/,
      })
    })
    await rm(join(options.path, 'D-4'), { recursive: true })
    await trial.close()
  })

  it('tells what arrives once, also in a folder that is moved in with old files, and again when it changes', async () => {
    const subject = subjectOf(folder, options)
    const trial = openTrial(documentSourceLaws, subject, 10_000)
    const adapter = await trial.adapter()
    let since: string | undefined
    const news = async () => {
      const asked = { limit: 1000, ...(since === undefined ? {} : { since }) }
      const { arrivals, marker } = await trial.call(adapter, 'arrivals', asked)
      since = marker
      return arrivals.map(({ case: { docketNumber }, document }) => `${docketNumber}: ${document.sourceId}`)
    }
    await news()
    assert.deepEqual(await news(), [])
    const aside = join(root, 'aside')
    await mkdir(aside)
    await writeFile(join(aside, 'old.pdf'), 'old')
    await utimes(join(aside, 'old.pdf'), 1, 1)
    await rename(aside, join(options.path, 'D-3'))
    assert.deepEqual(await news(), ['D-3: D-3/old.pdf'])
    await writeFile(join(options.path, 'D-3', 'old.pdf'), 'new bytes')
    assert.deepEqual(await news(), ['D-3: D-3/old.pdf'])
    assert.deepEqual(await news(), [])
    await trial.close()
  })

  it('a file counts once it has not changed for a while', async () => {
    const subject = subjectOf(folder, { ...options, settleSeconds: 3600 })
    const trial = openTrial(documentSourceLaws, subject, 10_000)
    const listed = await trial.call(await trial.adapter(), 'list', { case: { docketNumber } })
    assert.deepEqual(listed.documents, [])
    await trial.close()
  })
})

/** Whoever runs the tests as root may read everything. */
async function asNobody(work: () => Promise<void>) {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.('nobody')
  try {
    await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}
