import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { keepsTheLaws, subjectOf } from '@portico/contract/conformance/kit'
import { outputLaws } from '@portico/contract/conformance/output'
import folder from './folder.ts'

describe('the folder adapter of the output port', () => {
  it('keeps the laws of the port', async () => {
    const path = await mkdtemp(join(tmpdir(), 'portico-folder-'))
    const effects = async () => (await readdir(path)).filter((name) => name !== '.portico').toSorted()
    const options = { path, channel: 'archive', effectuation: true }
    await keepsTheLaws(outputLaws, subjectOf(folder, options, { effects }))
    await rm(path, { recursive: true })
  })
})
