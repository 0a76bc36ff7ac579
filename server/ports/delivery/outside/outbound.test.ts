import assert from 'node:assert/strict'
import type { lookup as dnsLookup } from 'node:dns'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { PortError } from '@portico/contract/ports/kit'
import { type Outbound, openOutbound } from './outbound.ts'
import { proxyFor } from './proxies.ts'

const answers: Record<string, RequestListener> = {
  '/well': (_, response) => response.end('well'),
  '/inside': (_, response) => response.writeHead(307, { location: '/well' }).end(),
  '/elsewhere': (_, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/circle': (_, response) => response.writeHead(307, { location: '/circle' }).end(),
  '/other-verb': (_, response) => response.writeHead(302, { location: '/well' }).end(),
  '/reset': (request) => request.socket.destroy(),
  '/silent': () => {},
  '/dribbles': (_, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  },
  '/gigabyte'(_, response) {
    const chunk = Buffer.alloc(64 * 1024)
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  },
}

describe('an outbound call', () => {
  let server: Server
  let base: string
  let outbound: Outbound
  before(async () => {
    server = createServer((request, response) => answers[request.url ?? '']?.(request, response))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    // Loading it is no part of the time of a call.
    await import('undici')
    outbound = openOutbound({ reach: 'private', env: {}, totalMs: 1000, mostBytes: 1024 ** 2 })
  })
  after(async () => {
    await outbound.close()
    server.closeAllConnections()
    server.close()
  })

  const failing = async (path: string, init?: RequestInit, by = outbound): Promise<PortError> => {
    const error = await by
      .fetch(path.startsWith('/') ? base + path : path, init)
      .then((response) => response.text())
      .then(
        () => assert.fail('it was answered'),
        (thrown: unknown) => thrown,
      )
    return error as PortError
  }

  it('is answered, and follows a redirect within its host', async () => {
    assert.equal(await (await outbound.fetch(`${base}/well`)).text(), 'well')
    const response = await outbound.fetch(`${base}/inside`, { method: 'POST', body: '{}' })
    assert.equal(await response.text(), 'well')
  })

  it('follows no redirect to another host, in a circle, or to another verb', async () => {
    const elsewhere = await failing('/elsewhere')
    assert.ok(elsewhere instanceof PortError)
    assert.deepEqual([elsewhere.code, elsewhere.retryable], ['unavailable', true])
    assert.match((await failing('/circle')).message, /circles/)
    assert.match((await failing('/other-verb', { method: 'POST', body: '{}' })).message, /would not repeat/)
  })

  it('ends in time where nobody answers, or does so drop by drop', async () => {
    assert.equal((await failing('/silent')).code, 'timeout')
    const dribbling = await failing('/dribbles')
    assert.match(`${dribbling.name} ${dribbling.message}`, /Timeout|timeout|aborted/)
  })

  it('takes only so much', async () => {
    const error = await failing('/gigabyte')
    const { code } = (error.cause ?? error) as { code?: string }
    assert.ok([code, error.code].includes('UND_ERR_RES_EXCEEDED_MAX_SIZE'), String(error))
  })

  it('says what is wrong where the connection breaks', async () => {
    assert.deepEqual(
      [(await failing('/reset')).code, (await failing('/reset')).retryable],
      ['unavailable', true],
    )
  })

  it('goes to no private address, by number or by name, and connects to the address that was checked', async () => {
    const asked: string[] = []
    let count = 0
    // A name that is public when it is checked, and private when it is used.
    const rebinding = ((name: string, _options: unknown, done: (error: null, found: unknown) => void) => {
      asked.push(name)
      done(null, [{ address: count++ === 0 ? '10.0.0.1' : '127.0.0.1', family: 4 }])
    }) as unknown as typeof dnsLookup
    const guarded = openOutbound({ reach: 'public', env: {}, totalMs: 2000, lookup: rebinding })
    assert.equal((await failing('/well', {}, guarded)).code, 'refused')
    assert.equal((await failing('http://[::ffff:127.0.0.1]/', {}, guarded)).code, 'refused')
    assert.equal((await failing('http://print.example.org/', {}, guarded)).code, 'refused')
    assert.deepEqual(asked, ['print.example.org'])
    assert.equal((await failing('file:///etc/passwd', {}, guarded)).code, 'refused')
    await guarded.close()
  })

  it('a name that is answered otherwise the second time leads nowhere else', async () => {
    const answers = (...found: string[][]) => {
      const asked: string[] = []
      const lookup = ((name: string, _options: unknown, done: (error: null, found: unknown) => void) => {
        const addresses = found[Math.min(asked.length, found.length - 1)] ?? []
        asked.push(name)
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        )
      }) as unknown as typeof dnsLookup
      return { asked, lookup }
    }
    const named = base.replace('127.0.0.1', 'print.example.org')
    // Looked at before, and public then: what counts is the answer that the connection is made with.
    for (const inside of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1']) {
      const { asked, lookup } = answers(['8.8.8.8'], [inside])
      const outbound = openOutbound({ reach: 'public', env: {}, totalMs: 2000, lookup })
      assert.equal((await outbound.resolve('print.example.org')).address, '8.8.8.8')
      assert.equal((await failing(`${named}/well`, {}, outbound)).code, 'refused', inside)
      assert.equal(asked.length, 2)
      await outbound.close()
    }
    const mixed = openOutbound({ reach: 'public', env: {}, ...answers(['127.0.0.1', '8.8.8.8']) })
    assert.equal((await mixed.resolve('print.example.org')).address, '8.8.8.8', 'only what is within reach')
    await mixed.close()
    // One answer for a connection: there is no second one that could differ.
    const { asked, lookup } = answers(['127.0.0.1'], ['169.254.169.254'])
    const once = openOutbound({ reach: 'private', env: {}, totalMs: 2000, lookup })
    assert.equal(await (await once.fetch(`${named}/well`)).text(), 'well')
    assert.equal(asked.length, 1)
    await once.close()
  })

  it('follows no redirect to another place, however it is written', async () => {
    let arrived = 0
    const inside = createServer((_, response) => {
      arrived += 1
      response.end('inside')
    })
    await once(inside.listen(0, '127.0.0.1'), 'listening')
    const { port } = inside.address() as AddressInfo
    for (const place of [
      `http://127.0.0.1:${port}/`,
      `//127.0.0.1:${port}/`,
      `http:\\\\127.0.0.1:${port}\\`,
      `http://2130706433:${port}/`,
      `http://0x7f.1:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://localhost:${port}/`,
      `${base}@127.0.0.1:${port}/`,
      `http://127.0.0.1:${port}\t/`,
      'file:///etc/passwd',
      'javascript:0',
    ]) {
      answers['/moved'] = (_, response) => response.writeHead(307, { location: place }).end()
      assert.ok(['unavailable', 'refused'].includes((await failing('/moved')).code), place)
    }
    assert.equal(arrived, 0)
    inside.close()
  })

  it('goes by a proxy where the usual variables name one', () => {
    const env = { HTTPS_PROXY: 'http://proxy:3128', no_proxy: 'localhost,.example.net,10.0.0.1:8443' }
    const proxied = (url: string) => proxyFor(new URL(url), env)
    assert.equal(proxied('https://print.example.org/'), 'http://proxy:3128')
    assert.equal(proxied('http://print.example.org/'), undefined)
    assert.equal(proxied('https://a.example.net/'), undefined)
    assert.equal(proxied('https://10.0.0.1:8443/'), undefined)
    assert.equal(proxied('https://10.0.0.1/'), 'http://proxy:3128')
  })
})
