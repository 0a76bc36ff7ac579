import assert from 'node:assert/strict'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { documentSourceLaws } from '@portico/contract/conformance/document-source'
import { keepsTheLaws, subjectOf } from '@portico/contract/conformance/kit'
import { openTrial } from '@portico/contract/conformance/trial'
import type { documentSource } from '@portico/contract/ports/document-source'
import type { InputOf } from '@portico/contract/ports/kit'
import sftp from '../../ports/document-source/adapters/sftp.ts'
import { type Sshd, startSshd } from '../sshd.ts'

export const debianPackages = ['openssh-server']

const docketNumber = '240319-100482'

describe('the SFTP adapter of the document source, against OpenSSH', { timeout: 120_000 }, () => {
  let sshd: Sshd
  let root: string
  let path: string
  let writeBackPath: string
  before(async () => {
    sshd = await startSshd()
    root = await mkdtemp(join(tmpdir(), 'portico-sftp-'))
    path = join(root, 'in')
    writeBackPath = join(root, 'back')
    await mkdir(join(path, docketNumber), { recursive: true })
    await mkdir(writeBackPath)
    await writeFile(join(path, docketNumber, 'form-9.pdf'), 'one')
    await writeFile(join(path, docketNumber, 'form-9.pdf.json'), '{"name": "VA Form 9"}')
    await writeFile(join(path, docketNumber, 'exam.pdf'), 'x'.repeat(100_000))
  })
  after(async () => {
    await sshd?.close()
    await rm(root, { recursive: true, force: true })
  })

  const options = () => {
    const { port, hostKey, username, privateKey } = sshd
    return { host: '127.0.0.1', port, hostKey, username, privateKey, path, writeBackPath, settleSeconds: 0 }
  }

  it('keeps the laws of the port', async () => {
    const effects = async () => (await readdir(writeBackPath, { recursive: true })).toSorted()
    await keepsTheLaws(documentSourceLaws, subjectOf(sftp, options(), { effects }))
  })

  it('lists what is there, and refuses a server with another key', async () => {
    const trial = openTrial(documentSourceLaws, subjectOf(sftp, options()), 10_000)
    const { documents } = await trial.call(await trial.adapter(), 'list', { case: { docketNumber } })
    assert.deepEqual(
      documents.map(({ name, size }) => [name, size]),
      [
        ['exam.pdf', 100_000],
        ['VA Form 9', 3],
      ],
    )
    await trial.close()
    const other = { ...options(), hostKey: `SHA256:${'A'.repeat(43)}` }
    const impostor = openTrial(documentSourceLaws, subjectOf(sftp, other), 10_000)
    await assert.rejects(
      impostor.call(await impostor.adapter(), 'list', { case: { docketNumber } }),
      /not the one of hostKey/,
    )
    await impostor.close()
  })
  it('follows no link: to a file, to what is said beside it, as the folder of a case, or to where documents are written', async () => {
    const outside = join(root, 'outside')
    await mkdir(outside)
    await writeFile(join(outside, 'secret.pdf'), 'secret')
    await writeFile(join(outside, 'secret.json'), '{"name": "A secret"}')
    await mkdir(join(path, 'D-3'))
    await writeFile(join(path, 'D-3', 'letter.pdf'), 'letter')
    await symlink(join(outside, 'secret.json'), join(path, 'D-3', 'letter.pdf.json'))
    await symlink(join(outside, 'secret.pdf'), join(path, 'D-3', 'file.pdf'))
    await symlink(outside, join(path, 'D-3', 'folder'))
    await symlink(outside, join(path, 'D-4'))
    await symlink(outside, join(writeBackPath, 'D-3'))
    const trial = openTrial(documentSourceLaws, subjectOf(sftp, options()), 10_000)
    const adapter = await trial.adapter()
    const list = (docket: string) => trial.call(adapter, 'list', { case: { docketNumber: docket } })
    assert.deepEqual(
      (await list('D-3')).documents.map(({ name }) => name),
      ['letter.pdf'],
    )
    await assert.rejects(list('D-4'), { code: 'refused', message: /D-4 is a link/ })
    const { mtimeMs } = await stat(join(outside, 'secret.pdf'))
    const revision = `${Math.floor(mtimeMs / 1000)}-6`
    for (const sourceId of ['D-3/file.pdf', 'D-3/folder/secret.pdf', 'D-4/secret.pdf'])
      await assert.rejects(
        async () => Array.fromAsync(await trial.call(adapter, 'fetch', { case: {}, sourceId, revision })),
        { code: 'refused' },
        sourceId,
      )
    const { samples } = documentSourceLaws
    const write = (docket: string) =>
      trial.call(adapter, 'writeBack', {
        ...(samples.writeBack as InputOf<typeof documentSource, 'writeBack'>),
        case: { docketNumber: docket },
      })
    await assert.rejects(write('D-3'), { code: 'refused', message: /D-3 is a link/ })
    assert.deepEqual((await readdir(outside)).toSorted(), ['secret.json', 'secret.pdf'])

    await write('D-5')
    const [name = ''] = await readdir(join(writeBackPath, 'D-5'))
    await rm(join(writeBackPath, 'D-5', name))
    await symlink(join(outside, 'secret.pdf'), join(writeBackPath, 'D-5', name))
    await write('D-5')
    assert.equal(await readFile(join(outside, 'secret.pdf'), 'utf8'), 'secret', 'the link was replaced')
    assert.ok((await lstat(join(writeBackPath, 'D-5', name))).isFile())
    await trial.close()
  })
})
