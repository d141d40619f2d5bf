import { useAuth } from 'auth-widget/vue';

interface Person {
  readonly userId: string | null;
  readonly displayName: string | null;
}

/** The person whom the server has rendered the page for. */
export const useRenderedFor = () =>
  useState<Person | null>('rendered-for', () => useRequestEvent()?.context.person ?? null);

/**
 * Who is signed in: null if nobody is, undefined while nobody knows. Until the stored session is restored, it is the person whom the
 * server has rendered the page for.
 */
export function usePerson() {
  const { state, ready } = useAuth();
  const renderedFor = useRenderedFor();
  const isRestored = ref(false);
  onMounted(() => ready.then(() => (isRestored.value = true)));
  return computed(() => {
    const { isAuthenticated, userId, displayName } = state.value;
    if (isAuthenticated) return { userId, displayName };
    return isRestored.value ? null : (renderedFor.value ?? undefined);
  });
}
