import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { documentSourceLaws } from '@portico/contract/conformance/document-source'
import { keepsTheLaws, subjectOf } from '@portico/contract/conformance/kit'
import { openTrial } from '@portico/contract/conformance/trial'
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
})
