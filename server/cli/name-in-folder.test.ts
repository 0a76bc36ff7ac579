import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nameInFolder } from './name-in-folder.ts'

describe('the name of a file that a command writes', () => {
  it('is the docket number where that is a name', () => {
    assert.equal(nameInFolder('200102-1.pdf'), '200102-1.pdf')
  })

  it('never leads into another folder, nor hides, nor looks like an option', () => {
    assert.equal(nameInFolder('../../etc/cron.d/x.pdf'), 'etc-cron.d-x.pdf')
    assert.equal(nameInFolder('/etc/passwd.zip'), 'etc-passwd.zip')
    assert.equal(nameInFolder('C:\\x\n.zip'), 'C-x-.zip')
    assert.equal(nameInFolder('..'), 'case')
    assert.equal(nameInFolder('--output.pdf'), 'output.pdf')
  })
})
