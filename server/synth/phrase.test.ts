import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listed, say, speaker } from './phrase.ts'
import { seeded } from './random.ts'

describe('a phrase', () => {
  const random = seeded('phrase')

  it('fills slots, alternatives and numbers, also inside what a slot gives', () => {
    const said = say(random, '{who} lost {10..12} {days|weeks} to {what}', {
      who: 'She',
      what: ['{mild|severe} pain'],
    })
    assert.match(said, /^She lost 1[012] (days|weeks) to (mild|severe) pain$/)
  })

  it('is refused when it names a slot that is not there', () => {
    assert.throws(() => say(random, 'the {nobody}'), /no slot named "nobody"/)
  })

  it('is not said again before all others have been', () => {
    const speak = speaker(random, ['a', 'b', 'c', 'd'])
    const round = () => [speak(), speak(), speak(), speak()].sort()
    assert.deepEqual(round(), ['A', 'B', 'C', 'D'])
    assert.deepEqual(round(), ['A', 'B', 'C', 'D'])
  })

  it('begins each sentence with a capital letter and leaves degrees alone', () => {
    const speak = speaker(random, ['seen by {doctor}. he agreed. {doctor} at the clinic said so.'])
    assert.equal(
      speak({ doctor: 'Ann Cox, M.D.' }),
      'Seen by Ann Cox, M.D. he agreed. Ann Cox, M.D. at the clinic said so.',
    )
  })

  it('lists one, two and more', () => {
    assert.deepEqual(
      [listed(['a']), listed(['a', 'b']), listed(['a', 'b', 'c'])],
      ['a', 'a and b', 'a, b, and c'],
    )
  })
})
