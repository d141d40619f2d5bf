import { KratosBackend } from './backends/kratos.js';

const url = 'https://id.example.com';
const widget = document.querySelector('auth-widget');
widget.baseUrl = url; // under which it is stored who is signed in
widget.backend = new KratosBackend(url);
