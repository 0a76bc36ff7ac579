import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOfThisMachine } from './from-this-machine.ts'

describe('a request from this machine', () => {
  const own = { listening: ['127.0.0.1', '::1'], from: '127.0.0.1', headers: { host: 'localhost:8080' } }

  it('comes over loopback, to loopback, for a loopback name', () => {
    for (const host of ['localhost', 'LOCALHOST:1', '127.0.0.1:8080', '127.8.9.1', '[::1]:8080'])
      assert.ok(isOfThisMachine({ ...own, headers: { host } }), host)
    for (const from of ['::1', '127.0.0.2', '::ffff:127.0.0.1'])
      assert.ok(isOfThisMachine({ ...own, from }), from)
  })

  it('is none where others can reach the service', () => {
    for (const listening of [['0.0.0.0'], ['::'], ['127.0.0.1', '192.0.2.1'], []])
      assert.ok(!isOfThisMachine({ ...own, listening }), String(listening))
  })

  it('is none from another address', () => {
    for (const from of ['192.0.2.1', '::ffff:192.0.2.1', '::', '127.evil', undefined])
      assert.ok(!isOfThisMachine({ ...own, from }), from)
  })

  it('is none for a name that only resolves to this machine', () => {
    const hosts = [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'evil@localhost',
      '',
      undefined,
    ]
    for (const host of [...hosts, '0.0.0.0:8080', '[::ffff:127.0.0.1]', 'localhost:8080@evil', '2130706433'])
      assert.ok(!isOfThisMachine({ ...own, headers: { host } }), host)
  })

  it('is none for a page of another site, though a proxy has rewritten its host', () => {
    const asked = (more: Record<string, string>) =>
      isOfThisMachine({ ...own, headers: { ...own.headers, ...more } })
    for (const origin of ['http://localhost:8080', 'http://127.0.0.1:8080', 'https://[::1]'])
      assert.ok(asked({ origin, 'sec-fetch-site': 'same-origin' }), origin)
    const others = [
      'https://evil.example',
      'http://localhost.evil.example',
      'null',
      'localhost:8080',
      'http://',
    ]
    for (const origin of others) assert.ok(!asked({ origin, 'sec-fetch-site': 'same-origin' }), origin)
    for (const site of ['cross-site', 'same-site']) assert.ok(!asked({ 'sec-fetch-site': site }), site)
  })

  it('is none once a proxy has passed it on', () => {
    const added = `forwarded via x-forwarded x-forwarded-for x-forwarded-host x-forwarded-proto x-real-ip client-ip
      x-client-ip x-cluster-client-ip true-client-ip x-original-host x-envoy-external-address x-azure-clientip
      cf-connecting-ip cf-ray cdn-loop fastly-client-ip fly-client-ip ngrok-trace-id tailscale-user-login CF-Ray`
    for (const name of added.split(/\s+/))
      assert.ok(!isOfThisMachine({ ...own, headers: { ...own.headers, [name]: '127.0.0.1' } }), name)
  })
})
