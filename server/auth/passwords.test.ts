import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hash, parseOptions } from '@node-rs/argon2'
import {
  hashPassword,
  needsRehash,
  nobody,
  passwordMatches,
  readablePassword,
  rehashPassword,
} from './passwords.ts'

const refused = { code: 'invalid' }

describe('passwords', () => {
  it('a hash is argon2id with 19 MiB, two passes and one lane, and opens only with its password', async () => {
    const stored = await hashPassword('correct horse battery')
    assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.equal(await passwordMatches(stored, 'correct horse battery'), true)
    assert.equal(await passwordMatches(stored, 'Correct horse battery'), false)
    assert.equal(needsRehash(stored), false)
  })

  it('what is checked where there is no account costs the same as a real hash, and never matches', async () => {
    const real = parseOptions(await hashPassword('correct horse battery'))
    assert.deepEqual(parseOptions(nobody), real)
    assert.equal(await passwordMatches(undefined, 'correct horse battery'), false)
  })

  it('has 12 to 200 characters, counted as a person counts', async () => {
    await assert.rejects(hashPassword('x'.repeat(11)), refused)
    await assert.rejects(hashPassword('x'.repeat(201)), refused)
    await assert.rejects(hashPassword('😀'.repeat(11)), refused)
    const longest = '😀🚲🌵🧭'.repeat(50)
    assert.equal(await passwordMatches(await hashPassword(longest), longest), true)
  })

  it('is refused when it is not well-formed Unicode, and then matches nothing', async () => {
    await assert.rejects(hashPassword('lone surrogate \ud800 here'), refused)
    assert.equal(await passwordMatches(nobody, 'lone surrogate \ud800 here'), false)
    assert.equal(await passwordMatches(nobody, 'x'.repeat(1_000_000)), false)
  })

  it('is the same however the keyboard composes it', async () => {
    const stored = await hashPassword('Ångström Ａffice')
    assert.equal(await passwordMatches(stored, 'A\u030angstro\u0308m Affice'), true)
  })

  it('is none of the first that are guessed: common ones, those of the account, with digits, again and again', async () => {
    const names = ['ada.byron', 'ada.byron@example.org']
    for (const password of [
      'password1234',
      'Password1234!',
      'P@ssw0rd1234',
      'passwordpassword',
      '123456789012',
      '1q2w3e4r5t6y',
      'qwertyuiop12',
      'administrator',
      'aaaaaaaaaaaa',
      'abcabcabcabc',
      'Portico-2026!',
      'ada.byron@example.org',
      'Ada.Byron@Example.org',
      'adabyron2026',
      '2026-ada.byron-1',
      'Byron1234567890',
    ])
      await assert.rejects(hashPassword(password, names), {
        code: 'invalid',
        message: /easy to guess/,
      })
  })

  it('may be any other: long words, digits alone and no signs', async () => {
    for (const password of [
      'correct horse battery',
      '830174625091',
      'vmkhwtzqlprd',
      'a long enough password',
    ])
      assert.equal(await passwordMatches(await hashPassword(password, ['ada']), password), true)
  })

  it('one that was set before it was refused still opens its account', async () => {
    assert.equal(await passwordMatches(await rehashPassword('password1234'), 'password1234'), true)
  })

  it('a hash made with other parameters is to be made again', async () => {
    assert.equal(needsRehash(await hash('correct horse battery', { memoryCost: 8192, timeCost: 1 })), true)
  })

  it('a generated password can be set, is easily read and never the same', async () => {
    const made = new Set(Array.from({ length: 100 }, readablePassword))
    assert.equal(made.size, 100)
    for (const password of made) assert.match(password, /^([2-9a-hjkmnp-z]{5}-){3}[2-9a-hjkmnp-z]{5}$/)
    await hashPassword(readablePassword())
  })
})
