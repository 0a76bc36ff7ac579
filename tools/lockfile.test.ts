import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  benchLockfilePath,
  lockfilePath,
  missingPackages,
  readLockfile,
  withEngines,
} from './complete-lockfile.ts'

const remedy = 'run: npx node tools/complete-lockfile.ts'

describe('the lockfile', () => {
  it('has the binaries of every platform, so that `npm ci` takes it', () => {
    for (const path of [lockfilePath, benchLockfilePath])
      assert.deepEqual(
        missingPackages(readLockfile(path)).map(({ name }) => name),
        [],
        remedy,
      )
  })

  it('one that is missing is found and described', () => {
    const packages = { 'node_modules/a': { optionalDependencies: { '@b/c-linux-x64-musl': '1.0.0' } } }
    assert.deepEqual(missingPackages({ packages }), [
      {
        name: '@b/c-linux-x64-musl',
        entry: { version: '1.0.0', os: ['linux'], cpu: ['x64'], libc: ['musl'], optional: true },
      },
    ])
  })

  it('asks for no other Node than the one that is first on the path, so that `npm ci` warns of none', () => {
    assert.deepEqual(withEngines(readLockfile()), [], remedy)
    const packages = {
      'node_modules/a': { engines: { node: '>=24' } },
      server: { engines: { node: '>=20' } },
    }
    assert.deepEqual(withEngines({ packages }), ['node_modules/a'])
  })

  it('versions in every manifest are exact', () => {
    for (const folder of ['.', 'contract', 'server', 'sdk', 'workspace', 'bench', 'tools/chromium']) {
      const manifest = JSON.parse(
        readFileSync(join(import.meta.dirname, '..', folder, 'package.json'), 'utf8'),
      )
      const { dependencies, devDependencies, optionalDependencies } = manifest
      for (const [name, version] of Object.entries({
        ...dependencies,
        ...devDependencies,
        ...optionalDependencies,
      })) {
        assert.match(String(version), /^\d+\.\d+\.\d+(-[\w.]+)?$/, `${folder}: ${name}`)
      }
    }
  })
})
