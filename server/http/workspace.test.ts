import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { buildWorkspace } from '@portico/workspace/build'
import Fastify, { type FastifyInstance } from 'fastify'
import { createErrorHandler } from './errors.ts'
import { serveWorkspace } from './workspace.ts'

describe('the workspace', () => {
  let app: FastifyInstance

  before(async () => {
    await buildWorkspace()
    app = Fastify()
    app.setErrorHandler(createErrorHandler({ isUnavailable: () => false }))
    serveWorkspace(app, { bytesFrom: ['https://store.example'] })
  })
  after(() => app.close())

  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

  it('every address of it gets the one page, which is never cached', async () => {
    const { body, headers } = await get('/workspace/')
    assert.match(body, /<div id="workspace">/)
    assert.equal(headers['cache-control'], 'no-cache')
    for (const path of ['cases', 'cases/case_1/read/pages/7?q=left', 'index.html']) {
      assert.equal((await get(`/workspace/${path}`)).body, body)
    }
    assert.equal((await get('/workspace')).headers.location, '/workspace/')
  })

  it('nothing inline, nothing evaluated, bytes from the service and its store', async () => {
    const policy = String((await get('/workspace/cases')).headers['content-security-policy'])
    assert.doesNotMatch(policy, /unsafe|\*/)
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /connect-src 'self' https:\/\/store\.example/)
    const { body } = await get('/workspace/')
    assert.doesNotMatch(body, /<script(?![^>]* src=)|<style|style="| on\w+="/)
  })

  it('its files are kept for good, and come compressed; one that is gone is not found', async () => {
    const { body } = await get('/workspace/')
    const files = [...body.matchAll(/"(\/workspace\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    assert.ok(files.length > 1)
    for (const file of files) {
      const { headers } = await get(file, { 'accept-encoding': 'gzip, br' })
      assert.match(String(headers['cache-control']), /immutable/)
      assert.equal(headers['content-encoding'], 'br')
      assert.equal((await get(file, { 'accept-encoding': 'gzip' })).headers['content-encoding'], 'gzip')
      assert.match(String(headers['content-type']), /^text\/(javascript|css)/)
    }
    assert.equal((await get('/workspace/assets/index-gone.js')).statusCode, 404)
    assert.equal((await get('/workspace/assets/../../package.json')).statusCode, 404)
  })
})
