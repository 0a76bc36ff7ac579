import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Profile } from '@portico/contract/profile'
import { Refusal } from '../../core/kernel/decider.ts'
import { defaultProfile } from '../../profile/default.ts'
import { StartFailure } from '../../store/start-failure.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { alice, noon } from '../../test/given.ts'
import { openProfiles, type Profiles } from './profiles.ts'
import { provisionProfile } from './provision-profile.ts'

const copy = (profile: Profile) => JSON.parse(JSON.stringify(profile)) as Profile

describe('the profiles of a deployment', () => {
  let db: TestDatabase
  let folder: string
  let profiles: Profiles
  const kept: string[] = []

  before(async () => {
    db = await freshDatabase()
    folder = await mkdtemp(join(tmpdir(), 'portico-profile-'))
    profiles = await open()
  })
  after(async () => {
    await db.close()
    await rm(folder, { recursive: true, force: true })
  })

  const open = () => openProfiles({ db, clock: () => noon })
  const provision = (path?: string) =>
    provisionProfile({ db, profiles, path, onKept: (why) => kept.push(why) })
  const save = (change: (profile: Profile) => void, order: { expectedVersion?: number } = {}) => {
    const profile = copy(profiles.inForce())
    change(profile)
    return profiles.save({ profile, why: 'A test.', actor: alice, source: 'api', ...order })
  }
  const refused = (work: Promise<unknown>, code: string, sentence: RegExp) =>
    assert.rejects(
      work,
      (error) => error instanceof Refusal && error.code === code && sentence.test(error.message),
    )

  it('begin with the default, as the first version, once', async () => {
    assert.equal(profiles.inForce().label, defaultProfile.label)
    await provision()
    await provision()
    const versions = await profiles.versions({ before: undefined, limit: 10 })
    assert.deepEqual(
      versions.map(({ number, source, createdBy }) => [number, source, createdBy]),
      [[1, 'default', 'portico']],
    )
  })

  it('what is saved is in force at once: here, and in another process with its next command', async () => {
    const other = await open()
    const saved = await save((profile) => {
      profile.levers.mostWaiting = 5
    })
    assert.equal(saved.version.number, 2)
    assert.equal(profiles.inForce().levers.mostWaiting, 5)
    assert.equal(other.inForce().levers.mostWaiting, 8)
    assert.equal((await other.inForceFor(db)).levers.mostWaiting, 5)
    assert.equal(other.inForce().levers.mostWaiting, 5)
    assert.equal(await other.inForceFor(db), other.inForce(), 'one object while it is in force')
  })

  it('the same again is no new version, and a stale one is refused', async () => {
    assert.equal((await save(() => {})).version.number, 2)
    await refused(
      save((profile) => Object.assign(profile.levers, { mostWaiting: 6 }), { expectedVersion: 1 }),
      'conflict',
      /at version 2, not 1/,
    )
  })

  it('a text that was in force keeps its version, and is found by it for ever', async () => {
    const entry = (profile: Profile) => profile.boilerplate.find(({ name }) => name === 'introduction')!
    await refused(
      save((profile) => Object.assign(entry(profile), { body: 'Another text.' })),
      'invalid',
      /boilerplate\[0\]\.version must be at least 2: the text of introduction has changed/,
    )
    await save((profile) => Object.assign(entry(profile), { body: 'Another text.', version: 2 }))
    assert.equal((await profiles.boilerplate('introduction', 2))?.body, 'Another text.')
    assert.match((await profiles.boilerplate('introduction', 1))?.body ?? '', /^This matter is before/)
    assert.equal(await profiles.boilerplate('introduction', 3), undefined)
  })

  it('a version is read as it was, and compared with any other', async () => {
    assert.equal((await profiles.version(1)).profile.levers.mostWaiting, 8)
    const { from, changes } = await profiles.changes(2)
    assert.deepEqual(
      [from, changes],
      [1, [{ place: 'levers.mostWaiting', kind: 'changed', before: 8, after: 5 }]],
    )
    assert.equal((await profiles.changes(3, 1)).changes.length, 3)
    await refused(profiles.version(9), 'notFound', /no version 9/)
  })

  it('one that was saved is left alone by a newer default', async () => {
    await provision()
    assert.equal((await profiles.current()).version.number, 3)
  })

  it('a folder of parts is taken over where it has changed, and what was saved since then stays', async () => {
    await writeFile(join(folder, 'teams.json'), JSON.stringify({ teams: defaultProfile.teams }))
    await writeFile(join(folder, 'name.json'), JSON.stringify({ $schema: 'x', label: 'A board' }))
    await provision(folder)
    assert.deepEqual(
      [profiles.inForce().label, profiles.inForce().levers.mostWaiting],
      ['A board', 8],
      'sections that the files leave out are those of the default',
    )
    await save((profile) => Object.assign(profile, { label: 'Another board' }))
    await provision(folder)
    assert.equal(profiles.inForce().label, 'Another board')
    await writeFile(join(folder, 'name.json'), JSON.stringify({ label: 'A third board' }))
    await provision(folder)
    const { version, profile } = await profiles.current()
    assert.deepEqual([version.source, profile.label], ['file', 'A third board'])
  })

  it('files that cannot be used stop the start, and every fault is told', async () => {
    const stopped = (sentence: RegExp) =>
      assert.rejects(
        provision(folder),
        (error) => error instanceof StartFailure && sentence.test(error.message),
      )
    await writeFile(join(folder, 'name.json'), JSON.stringify({ label: '', colour: 'red' }))
    await stopped(
      /PORTICO_PROFILE cannot be used: \n.*unknown field: colour\.\n.*label must have at least 1 character/,
    )
    await writeFile(join(folder, 'name.json'), JSON.stringify({ teams: [] }))
    await stopped(/teams is in name\.json and in teams\.json/)
    await writeFile(join(folder, 'name.json'), '{')
    await stopped(/name\.json is not valid JSON/)
    await assert.rejects(provision(join(folder, 'none')), /cannot be read \(ENOENT\)/)
  })

  it('a version of an older release is completed by the default', async () => {
    await db.rows(
      `insert into profile_versions (number, sha256, body, source, why, actor, at, moves)
       select number + 1, '\\x00', (body::jsonb - 'levers')::json, 'api', why, actor, at, moves
       from profile_versions order by number desc limit 1`,
    )
    const profile = await profiles.inForceFor(db)
    assert.deepEqual([profile.label, profile.levers], ['A third board', defaultProfile.levers])
  })
})
