import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { correspondenceLaws } from '@portico/contract/conformance/correspondence'
import { keepsTheLaws, subjectOf } from '@portico/contract/conformance/kit'
import folder from './folder.ts'

describe('the folder adapter of the correspondence port', () => {
  it('keeps the laws of the port', async () => {
    const path = await mkdtemp(join(tmpdir(), 'portico-folder-'))
    const effects = async () => (await readdir(path)).filter((name) => name !== '.portico').toSorted()
    await keepsTheLaws(correspondenceLaws, subjectOf(folder, { path, channel: 'mail' }, { effects }))
    await rm(path, { recursive: true })
  })
})
