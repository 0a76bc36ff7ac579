import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { readReturned } from '../../ports/returned-mail/read-returned.ts'
import { openReturnAddresses } from '../../ports/returned-mail/return-address.ts'
import { fluflMessages } from '../bounces/corpus.ts'

export const debianPackages = ['python3-flufl.bounce']

const folder = '/usr/lib/python3/dist-packages/flufl/bounce/tests/data'

/** What flufl.bounce finds in each of its own messages. */
const script = `
import json, os, sys, email
from flufl.bounce import all_failures
found = {}
for name in sorted(os.listdir(sys.argv[1])):
    if name.endswith('.txt'):
        with open(os.path.join(sys.argv[1], name), 'rb') as file:
            temporary, permanent = all_failures(email.message_from_binary_file(file))
        found[name] = 'failed' if permanent else 'delayed' if temporary else 'nothing'
print(json.dumps(found))
`

describe('returned mail', { timeout: 60_000 }, () => {
  it('is recognised in the messages of flufl.bounce as flufl.bounce recognises it', async (test) => {
    const { stdout } = await promisify(execFile)('/usr/bin/python3', ['-c', script, folder])
    const found = JSON.parse(stdout) as Record<string, 'failed' | 'delayed' | 'nothing'>
    const messages = await fluflMessages(folder)
    const returnAddresses = openReturnAddresses('bounces+*@board.example', (text) =>
      createHmac('sha256', 'secret').update(text).digest(),
    )
    const id = 'ltr_01kaf2q8zz0123456789abcdef'
    const by = { returnAddresses, idHeaders: [], domain: 'board.example' }
    const to = Buffer.from(`Delivered-To: ${returnAddresses.of(id)}\n`)
    const others: string[] = []
    for (const { name, source } of messages) {
      const { is } = await readReturned(source, by)
      const ours = is === 'failed' || is === 'delayed' ? is : 'nothing'
      if (ours !== found[name]) others.push(`${name}: ${is}, not ${found[name]}`)
      assert.deepEqual((await readReturned(Buffer.concat([to, source]), by)).sentAs, { id }, name)
    }
    test.diagnostic(
      `${messages.length - others.length} of ${messages.length} alike, all named by their return address`,
    )
    assert.ok(messages.length > 100)
    assert.deepEqual(others, [
      // Reports that flufl.bounce keeps, and has no reader for.
      'bounce_01.txt: failed, not nothing',
      'dumbass_01.txt: failed, not nothing',
      // It looks like an answer of a person but for two words at the end of its subject.
      'simple_20.txt: mail, not failed',
      'simple_43.txt: failed, not nothing',
    ])
  })
})
