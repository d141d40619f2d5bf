interface Person {
  readonly userId: string | null;
  readonly displayName: string | null;
}

/** The person for whom the server rendered the page. */
export const useRenderedFor = () =>
  useState<Person | null>('rendered-for', () => useRequestEvent()?.context.person ?? null);

/**
 * Who is signed in: null for nobody, undefined while that isn't known yet. Until the stored session has been restored, this is the
 * person for whom the server rendered the page.
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
