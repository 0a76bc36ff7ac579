import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { instructionOf } from '../dockerfile.ts'

/** Its other instructions are carried out by `image.full.test.ts`. */
export const debianPackages = ['passwd']

describe('the account of the Dockerfile', () => {
  let prefix: string
  before(async () => {
    prefix = await mkdtemp(join(tmpdir(), 'portico-account-'))
  })
  after(() => rm(prefix, { recursive: true, force: true }))

  it('is made by a command that the base image has', () => {
    const [step = ''] = instructionOf('RUN').split(' && ')
    assert.match(step, /^useradd /)
    const etc = join(prefix, 'etc')
    mkdirSync(etc)
    for (const name of ['passwd', 'group', 'shadow', 'gshadow']) cpSync(`/etc/${name}`, join(etc, name))
    execFileSync('sh', ['-euc', step.replace('useradd', `/usr/sbin/useradd --prefix ${prefix}`)])
    assert.match(readFileSync(join(etc, 'passwd'), 'utf8'), /^portico:x:10001:.*:\/data:/m)
  })
})
