import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { waitForPage } from './data/page-first.ts'
import { showAppearance } from './data/preferences.ts'
import { queryClient } from './data/query-client.ts'
import { takeSandboxCode } from './data/sandbox-code.ts'
import { mayResume, resumeSession } from './data/session.ts'
import { readerAddress } from './frame/reader-address.ts'
import { router } from './frame/router.tsx'
import './ui/tokens.css'
import './ui/base.css'
import './ui/print.css'

showAppearance()
takeSandboxCode()
// Where it fails, the first screen asks again and says why.
resumeSession().catch(() => {})

const read = readerAddress(location)
if (read && mayResume()) {
  waitForPage()
  void import('./reading/reader.tsx')
  import('./reading/ahead.ts').then(({ readAhead }) => readAhead(read)).catch(() => {})
}

createRoot(document.getElementById('workspace') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
