import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { readReturned } from '../../ports/returned-mail/read-returned.ts'
import { openReturnAddresses } from '../../ports/returned-mail/return-address.ts'
import { fluflMessages } from '../bounces/corpus.ts'

export const debianPackages = ['python3-flufl.bounce', 'maildrop', 'mlmmj']

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

describe('what autoresponders write', { timeout: 300_000 }, () => {
  it('is no failure, in any language', async (test) => {
    const texts = '/usr/share/mlmmj/text.skel'
    const letter =
      'From: board@board.example\nTo: ann@example.net\nSubject: Notice\nMessage-ID: <1@board.example>\n\nHello\n'
    // Those that refuse a message are left out.
    const isReply = (name: string) => !['deny', 'deny-post', 'probe', 'prologue'].includes(name)
    let replies = 0
    for (const language of await readdir(texts))
      for (const name of (await readdir(join(texts, language))).filter(isReply))
        for (const [sender, more] of [
          ['ann@example.net', []],
          ['mail@firm.example', ['-N']],
          ['root@host.example', ['-T', 'replydsn', '-M', 'root@host.example']],
        ] as const) {
          const arguments_ = [
            '-t',
            join(texts, language, name),
            '-s',
            'Notice',
            '-n',
            '-A',
            `From: ${sender}`,
          ]
          const { stdout, status } = spawnSync('mailbot', [...arguments_, ...more, 'cat'], { input: letter })
          assert.equal(status, 0)
          const reply = Buffer.concat([Buffer.from('Return-Path: <>\n'), stdout])
          const { is } = await readReturned(reply, { idHeaders: [], domain: 'board.example' })
          assert.equal(is, more[0] === '-T' ? 'delivered' : 'autoReply', `${language}/${name} from ${sender}`)
          replies += 1
        }
    test.diagnostic(`${replies} replies, none of them a failure`)
    assert.ok(replies > 300)
  })
})
