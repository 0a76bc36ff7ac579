/** Shows what is pushed, and leads to what it is about. It caches nothing and answers no request. */
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = read(event.data)
  // A browser asks that something is shown for every push; without a title it is said that there is something.
  event.waitUntil(
    Promise.all([
      self.registration.showNotification(title ?? 'Portico', {
        body: body ?? '',
        tag: tag ?? 'portico',
        data: { url },
        icon: '/workspace/icon.svg',
      }),
      tellPages(),
    ]),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.url))
})

function read(data) {
  try {
    const told = data?.json() ?? {}
    const text = (value) => (typeof value === 'string' && value !== '' ? value : undefined)
    return { title: text(told.title), body: text(told.body), url: text(told.url), tag: text(told.tag) }
  } catch {
    return {}
  }
}

/** Open pages look at their alerts at once. */
async function tellPages() {
  const pages = await self.clients.matchAll({ type: 'window' })
  for (const page of pages) page.postMessage({ type: 'alerted' })
}

/** In a page that is open, or a new one. Only the path counts: nobody is led to another address than this service's. */
async function open(url) {
  const home = new URL('/workspace/alerts', self.location.origin)
  const { pathname, search } = url && URL.canParse(url, home) ? new URL(url, home) : home
  const target = pathname.startsWith('/workspace/') ? `${home.origin}${pathname}${search}` : home.href
  const [page] = await self.clients.matchAll({ type: 'window' })
  if (!page) return self.clients.openWindow(target)
  await page.focus()
  page.postMessage({ type: 'open', url: target })
}
