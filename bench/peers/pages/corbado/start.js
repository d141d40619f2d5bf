/* global Corbado */
await Corbado.load({ projectId: 'pro-1234567890123456789', frontendApiUrlSuffix: 'bench.invalid' });
Corbado.mountAuthUI(document.getElementById('root'), { onLoggedIn() {} });
