import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asOwn, project, shownTo, withheld } from './audience.ts'
import Type from './type.ts'

const Person = shownTo('party', Type.Object({ name: Type.String(), bornOn: Type.String() }), {
  staff: ['bornOn'],
})
const Thing = shownTo(
  'staff',
  Type.Object({
    id: Type.String(),
    note: Type.String(),
    person: Person,
    people: Type.Array(Person),
    verdict: Type.String(),
    either: Type.Union([
      shownTo('party', Type.Object({ kind: Type.Literal('a'), open: Type.String(), shut: Type.String() }), {
        deliberation: ['shut'],
      }),
      Type.Object({ kind: Type.Literal('b'), open: Type.String() }),
      Type.Null(),
    ]),
  }),
  { party: ['id', 'person', 'either'], deliberation: ['verdict'] },
)

const person = { name: 'Ada', bornOn: '1948-12-10' }
const thing = {
  id: 'thing_1',
  note: 'Call her.',
  person,
  people: [person],
  verdict: 'no',
  either: { kind: 'a', open: 'yes', shut: 'no' },
  undeclared: 'x',
}

describe('projecting a value by its schema', () => {
  it('each reader has what is for them', () => {
    const { undeclared: _, ...declared } = thing
    const { verdict: __, ...staff } = declared
    assert.deepEqual(project(Thing, thing, 'deliberation', 'party'), declared)
    assert.deepEqual(project(Thing, thing, 'staff', 'party'), {
      ...staff,
      either: { kind: 'a', open: 'yes' },
    })
    assert.deepEqual(project(Thing, thing, 'party', 'party'), {
      id: 'thing_1',
      person: { name: 'Ada' },
      either: { kind: 'a', open: 'yes' },
    })
    assert.equal(project(Thing, thing, 'administration', undefined), thing)
  })

  it('what is inside widens nothing', () => {
    assert.equal(project(Thing, thing, 'party', 'staff'), withheld)
    assert.equal(project(Type.Object({ person: Person }), { person }, 'party', 'integration'), withheld)
  })

  it('what nobody has classified is for administrators', () => {
    const Loose = Type.Object({ id: Type.String() })
    for (const reading of ['deliberation', 'staff', 'integration', 'party'] as const)
      assert.equal(project(Loose, { id: 'x' }, reading, undefined), withheld)
    assert.deepEqual(project(Loose, { id: 'x' }, 'administration', undefined), { id: 'x' })
  })

  it('null, lists and options of a union are told apart', () => {
    assert.deepEqual(project(Thing, { either: null }, 'party', 'party'), { either: null })
    assert.deepEqual(project(Thing, { either: { kind: 'b', open: 'yes' } }, 'party', 'party'), {
      either: { kind: 'b', open: 'yes' },
    })
    assert.deepEqual(project(Type.Array(Person), [person, person], 'party', 'party'), [
      { name: 'Ada' },
      { name: 'Ada' },
    ])
  })

  it("what is the reader's own they have whole", () => {
    assert.deepEqual(project(Type.Array(Person), [asOwn({ ...person }), person], 'party', 'party'), [
      person,
      { name: 'Ada' },
    ])
  })
})
