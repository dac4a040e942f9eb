% In: nothing. Out: per job a line "job <tab> seconds <tab> results"; the seconds are those of the linear algebra.
% Four jobs as people give them to Octave; input made here without random numbers, so every run has the same.
1;

function report(job, seconds, results)
    printf("%s\t%.3f\t%s\n", job, seconds, sprintf("%.15e ", results));
end

% Gaussian process regression: evidence of 8 length scales, then mean and variance at 1200 new points.
function gaussian_process()
    n = 1200; m = 1200;
    x = (1:n)' / n + 0.3 * sin((1:n)') / n;
    xs = ((1:m)' - 0.5) / m;
    y = sin(12 * x) + 0.5 * cos(31 * x) + 0.05 * sin(1000 * x);
    kernel = @(a, b, s) exp(-(a - b').^2 / (2 * s^2));
    seconds = 0; evidence = zeros(1, 8); scales = 0.02 * 1.4.^(0:7);
    for i = 1:8
        K = kernel(x, x, scales(i)) + 1e-2 * eye(n);
        tic;
        U = chol(K);
        a = U \ (U' \ y);
        evidence(i) = -0.5 * (y' * a) - sum(log(diag(U)));
        seconds += toc;
    end
    [~, best] = max(evidence);
    K = kernel(x, x, scales(best)) + 1e-2 * eye(n);
    Ks = kernel(x, xs, scales(best));
    tic;
    U = chol(K);
    V = U' \ Ks;
    mean = V' * (U' \ y);
    variance = 1 - sum(V.^2)';
    seconds += toc;
    report("Gaussian process, n = 1200", seconds, [evidence, norm(mean), norm(variance)]);
end

% Least squares over a chain of 400 states with 192 unknowns each: block tridiagonal Cholesky, as in a Kalman smoother.
function smoother()
    n = 192; blocks = 400;
    [i, j] = ndgrid(1:n, 1:n);
    D = 4 * eye(n) + 1 ./ (1 + abs(i - j)).^2;
    F = 0.4 * cos(0.7 * i + 0.3 * j) / sqrt(n) + 0.6 * eye(n);
    b = sin((1:n)' * (1:blocks));
    y = zeros(n, blocks); x = y; R = cell(1, blocks); W = cell(1, blocks);
    tic;
    S = D; r = b(:, 1);
    for k = 1:blocks
        R{k} = chol(S);
        y(:, k) = R{k}' \ r;
        if k == blocks, break; end
        W{k} = R{k}' \ F;
        S = D - W{k}' * W{k};
        r = b(:, k + 1) - W{k}' * y(:, k);
    end
    x(:, blocks) = R{blocks} \ y(:, blocks);
    for k = blocks - 1:-1:1
        x(:, k) = R{k} \ (y(:, k) - W{k} * x(:, k + 1));
    end
    seconds = toc;
    report("smoother, 400 blocks of 192", seconds, [norm(x, "fro"), norm(x(:, 1)), norm(x(:, blocks))]);
end

% Heat in a cube of 40^3 points: sparse Cholesky, which Octave leaves to CHOLMOD.
function heat()
    n = 40;
    e = ones(n, 1); L = spdiags([-e, 2.1 * e, -e], -1:1, n, n); I = speye(n);
    A = kron(kron(L, I), I) + kron(kron(I, L), I) + kron(kron(I, I), L);
    b = sin((1:n^3)');
    tic;
    x = A \ b;
    seconds = toc;
    report("sparse heat equation, 40^3", seconds, [norm(x), x(1), norm(A * x - b) < 1e-9]);
end

% Complex scattering systems, 10 frequencies with 300 incoming waves each: LU and triangular solves.
function scattering()
    n = 600;
    p = [cos((1:n)' * 2.399) .* sqrt((1:n)'), sin((1:n)' * 2.399) .* sqrt((1:n)')];
    r = sqrt((p(:, 1) - p(:, 1)').^2 + (p(:, 2) - p(:, 2)').^2);
    angles = 2 * pi * (1:300) / 300;
    seconds = 0; sections = zeros(1, 10);
    for f = 1:10
        k = 0.2 * f;
        G = exp(1i * k * r) ./ (r + eye(n)) .* (1 - eye(n));
        A = eye(n) - 0.1 * G;
        B = exp(1i * k * (p * [cos(angles); sin(angles)]));
        tic;
        X = A \ B;
        seconds += toc;
        sections(f) = norm(X, "fro");
    end
    report("scattering, 10 of 600", seconds, sections);
end

gaussian_process();
smoother();
heat();
scattering();
