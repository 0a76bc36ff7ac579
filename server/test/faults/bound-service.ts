import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { freshDatabase } from '../database.ts'
import { folderWithDatabase, type Running, servePortico, tokenAt } from '../process.ts'
import { until } from '../until.ts'

/** Each port has a secret of its own. */
export const secretOf = (port: string) => `whsec_${createHash('sha256').update(port).digest('base64')}`
const variableOf = (port: string) => `SECRET_OF_${port.replaceAll('-', '_').toUpperCase()}`

export type BoundService = Awaited<ReturnType<typeof openBoundService>>

/**
 * A service in a process of its own, of which one port is bound over HTTP to what answers here, or several with their
 * settings, each at a path of its own unless it, or its bindings, name another adapter. It can be killed.
 */
export async function openBoundService(
  port: string | Record<string, object>,
  answer: RequestListener,
  env: Record<string, string> = {},
) {
  const folder = await folderWithDatabase()
  const db = await freshDatabase({ size: 4 })
  const server = createServer(answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = join(folder.path, 'portico.config.json')
  const bindingAt = (path: string, name: string) => ({
    adapter: 'http',
    url: url + path,
    secret: { env: variableOf(name) },
  })
  const ports =
    typeof port === 'string'
      ? { [port]: bindingAt('', port) }
      : Object.fromEntries(
          Object.entries(port).map(([name, settings]) => [
            name,
            namesAdapter(settings) || Object.values(settings).some(namesAdapter)
              ? settings
              : { ...bindingAt(`/${name}`, name), ...settings },
          ]),
        )
  await writeFile(config, JSON.stringify({ ports }))
  let running: Running
  let token: string

  const bound = {
    db,
    folder: folder.path,
    url: () => running.url,
    /** As the first account: sends a body where there is one. */
    async ask<Answer>(path: string, body?: object): Promise<Answer> {
      const response = await fetch(running.url + path, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      assert.ok(response.ok, `${path}: ${response.status}`)
      return (await response.json()) as Answer
    },
    async put(path: string, body: object): Promise<void> {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await fetch(running.url + path, { method: 'PUT', headers, body: JSON.stringify(body) })
      assert.ok(response.ok, `${path}: ${response.status}`)
    },
    async start() {
      running = await servePortico({
        PORTICO_DATA: folder.path,
        PORTICO_CONFIG: config,
        PORTICO_SYNTH_PAGES: '',
        DATABASE_URL: db.url,
        ...Object.fromEntries(Object.keys(ports).map((name) => [variableOf(name), secretOf(name)])),
        ...env,
      })
      token = await tokenAt(running.url)
    },
    /** After a kill: whatever the dead process held is free, as it would be minutes later, and what else is named. */
    async startAgain(...also: string[]) {
      await until(async () => {
        const rows = await db.rows(
          `select from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and state = 'active'`,
        )
        return rows.length === 0
      })
      await db.rows(`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
        from graphile_worker.jobs where locked_by is not null having count(*) > 0`)
      await db.rows(`update obligations set due_at = now() - interval '1 second' where status = 'sending'`)
      for (const statement of also) await db.rows(statement)
      await bound.start()
    },
    async kill() {
      running.child.kill('SIGKILL')
      await running.ended
    },
    async close() {
      await bound.kill()
      await db.close()
      server.closeAllConnections()
      server.close()
      await folder.remove()
    },
  }
  await bound.start()
  return bound
}

const namesAdapter = (settings: unknown) =>
  typeof settings === 'object' && settings !== null && 'adapter' in settings
